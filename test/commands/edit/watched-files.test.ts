import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { watchFiles } from '../../../src/commands/edit/watched-files.ts';

/** Watches the `*.csv` files of a folder that has one such file. */
function watched() {
	const parent = mkdtempSync(join(tmpdir(), 'watch-'));
	const folder = join(parent, 'files');
	const file = join(folder, 'a.csv');
	mkdirSync(folder);
	writeFileSync(file, 'one');
	const files = watchFiles([{ folder, isWatched: (name) => name.endsWith('.csv') }]);
	const stop = new AbortController();
	onTestFinished(() => {
		files.close();
		rmSync(parent, { recursive: true });
	});
	return { folder, file, files, stop, changed: files.untilChanged(files.state(), stop.signal) };
}

/** Whether a promise resolves within a time in milliseconds. */
function resolvesWithin(time: number, promise: Promise<void>): Promise<boolean> {
	return Promise.race([promise.then(() => true), sleep(time, false)]);
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
		const { folder, changed } = watched();
		writeFileSync(join(folder, 'a.csv.swp'), 'other');
		writeFileSync(join(folder, 'empty.csv'), '');
		expect(await resolvesWithin(1500, changed)).toBe(false);
	});

	// A pause of a tenth of a second, which a busy machine can cause, counts as the end of the writing.
	test('count as changed only when the writing has ended', { retry: 10 }, async () => {
		const { file, changed } = watched();
		for (let i = 0; i < 20; i++) {
			appendFileSync(file, 'more');
			expect(await resolvesWithin(20, changed)).toBe(false);
		}
		await changed;
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
