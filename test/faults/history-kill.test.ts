import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHANGE_KINDS } from '../../src/catalog/change.ts';
import { historyFile } from '../../src/release/history/history-file.ts';
import { HistoryReader } from '../../src/release/history/history-reader.ts';
import { releaseFolder } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { currentRelease } from '../../src/release/publish.ts';
import { switchRelease } from '../../src/release/switch-release.ts';
import { HISTORY } from '../support/history-options.ts';
import { runCommand, succeed } from '../support/run-command.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

const PRELOAD = fileURLToPath(new URL('../support/kill-at-history-step.ts', import.meta.url));

let directory: SmallDirectory;
let reader: HistoryReader;

beforeAll(() => {
	directory = copyDirectory('api');
	reader = new HistoryReader(historyFile(directory.out));
});
afterAll(() => {
	reader.close();
	directory.remove();
});

const publish = (id: string) => switchRelease(directory.out, 'publish', HISTORY, () => id);
const snapshotOf = async (id: string) => (await readManifest(releaseFolder(directory.out, id))).snapshot;

function since(snapshot: string): readonly string[] | undefined {
	return reader
		.since({ snapshot }, new Set(CHANGE_KINDS), 0, 10_000)
		?.changes.map(({ op, kind, id, fields }) => `${op} ${kind} ${id} ${fields}`);
}

test('A publication that is killed at any step of its history is completed by the next command', async () => {
	const { out, snapshot } = directory;
	const before = currentRelease(out)!;
	const db = new Database(snapshot);
	db.exec(`UPDATE categories SET name = 'Renamed' WHERE slug = (SELECT min(slug) FROM categories);
		UPDATE programs SET status = 'draft' WHERE slug = (SELECT min(slug) FROM programs WHERE status = 'published')`);
	db.close();
	await succeed('build', ['--snapshot', snapshot, '--out', out, '--only', 'api']);
	const after = currentRelease(out)!;
	const [first, second] = [await snapshotOf(before), await snapshotOf(after)];
	const changes = since(first)!;
	expect(changes.some((line) => line.startsWith('removed program'))).toBe(true);
	await publish(before);
	const inverse = since(second)!;

	let killed = 0;
	for (let step = 1; ; step++) {
		if (step % 10 === 0) {
			// Now the command must also create the file, and no reader has it open.
			reader.close();
			for (const end of ['', '-journal']) rmSync(`${historyFile(out)}${end}`, { force: true });
		}
		const env = { NODE_OPTIONS: `--import=${PRELOAD}`, KILL_AT_STEP: String(step) };
		const { status, stderr } = await runCommand('publish', [after, '--out', out], { env });
		expect(stderr).toBe('');
		if (status === null) killed++;
		// A server can read the history at once.
		expect([undefined, [], changes]).toContainEqual(since(first));
		await publish(after);
		expect(since(second)).toEqual([]);
		if (step % 10 !== 0) expect(since(first)).toEqual(changes);
		await publish(before);
		expect(since(second)).toEqual(inverse);
		expect(since(first)).toEqual([]);
		if (status === 0) break;
	}
	expect(killed).toBeGreaterThan(20);
});
