import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { stateOfAll, untilChanged } from '../../../src/editor/pages/watched-files.ts';

/** Watches the `*.csv` files of a folder that has one such file. */
function watched() {
	const parent = mkdtempSync(join(tmpdir(), 'watch-'));
	const folder = join(parent, 'files');
	const file = join(folder, 'a.csv');
	mkdirSync(folder);
	writeFileSync(file, 'one');
	const watched = [{ folder, isWatched: (name: string) => name.endsWith('.csv') }];
	const files = {
		state: () => stateOfAll(watched),
		untilChanged: (since: string, signal: AbortSignal) => untilChanged(watched, since, signal),
	};
	const stop = new AbortController();
	onTestFinished(() => rmSync(parent, { recursive: true }));
	return { folder, file, files, stop, changed: files.untilChanged(files.state(), stop.signal) };
}

describe('watched files', () => {
	test('change when one is written, added, renamed or removed', async () => {
		const { folder, file, files, stop, changed } = watched();
		writeFileSync(file, 'two');
		await changed;
		const changes = [
			() => writeFileSync(join(folder, 'b.csv'), 'new'),
			() => renameSync(join(folder, 'b.csv'), file),
			() => rmSync(file),
		];
		for (const change of changes) {
			const next = files.untilChanged(files.state(), stop.signal);
			change();
			await next;
		}
	});

	test('do not change when other files or empty ones are written', async () => {
		const { folder, file, files, stop } = watched();
		const before = files.state();
		const changed = files.untilChanged(before, stop.signal);
		writeFileSync(join(folder, 'a.csv.swp'), 'other');
		writeFileSync(join(folder, 'empty.csv'), '');
		expect(files.state()).toBe(before);
		writeFileSync(file, 'two');
		await changed;
		expect(files.state()).not.toBe(before);
	});

	test('count as changed only when nothing has been written for a tenth of a second', async () => {
		const { file, changed } = watched();
		let written = 0;
		let pause: number | undefined;
		changed.then(() => {
			pause = performance.now() - written;
		});
		// A busy machine can pause longer between two writes. The change may then be reported before the last write.
		for (let i = 0; i < 20 && pause === undefined; i++) {
			appendFileSync(file, 'more');
			written = performance.now();
			await sleep(20);
		}
		await changed;
		// Timers can end up to a millisecond early.
		expect(pause).toBeGreaterThanOrEqual(99);
	});

	test('are noticed again after their folder was replaced', async () => {
		const { folder, file, files, stop, changed } = watched();
		rmSync(folder, { recursive: true });
		await changed;
		const created = files.untilChanged(files.state(), stop.signal);
		mkdirSync(folder);
		writeFileSync(file, 'two');
		await created;
		const written = files.untilChanged(files.state(), stop.signal);
		writeFileSync(file, 'three');
		await written;
	});

	test('that changed before anyone waits are noticed', async () => {
		const { file, files, stop } = watched();
		const state = files.state();
		writeFileSync(file, 'three');
		await files.untilChanged(state, stop.signal);
	});

	test('are no longer waited for when the signal aborts', async () => {
		const { stop, changed } = watched();
		stop.abort();
		await changed;
	});
});
