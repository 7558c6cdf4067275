import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { historyFile } from '../../src/release/history/history-file.ts';
import { currentRelease } from '../../src/release/publish.ts';
import type { FullHistoryReport } from '../support/full-history-disk.ts';
import { MAY_MOUNT, runWithDisks } from '../support/own-disks.ts';
import { succeed } from '../support/run-command.ts';
import { copyDirectory } from '../support/small-directory.ts';

const SCRIPT = fileURLToPath(new URL('../support/full-history-disk.ts', import.meta.url));

test.skipIf(!MAY_MOUNT)('A publication on a full disk succeeds, and the next one completes the history', async () => {
	const { folder, snapshot, out, remove } = copyDirectory('api');
	const before = currentRelease(out)!;
	const db = new Database(snapshot);
	db.exec("UPDATE programs SET long_description = 'New ' || description");
	db.close();
	await succeed('build', ['--snapshot', snapshot, '--out', out, '--only', 'api', '--no-guard']);
	const after = currentRelease(out)!;
	const disk = join(folder, 'disk');
	mkdirSync(disk);
	const { stdout, stderr } = runWithDisks(
		`mount -t tmpfs -o size=1m tmpfs "${disk}" && "$NODE" "${SCRIPT}" "${disk}" "${out}" ${before} ${after}`,
	);
	expect(stderr).toBe('');
	const report: FullHistoryReport = JSON.parse(stdout);
	const problem = `the disk with ${historyFile(out)} is full, so the history of changes was not updated. Free some space; the next publication adds what is missing.`;
	expect(report).toEqual([
		[[], before, 0],
		[[problem], after, 0],
		[[], after, expect.any(Number)],
	]);
	expect(report[2]![2]).toBeGreaterThan(10);
	remove();
});
