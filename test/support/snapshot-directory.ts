/** Directories as the website shows them, read from whole snapshots. They have no logos. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { DirectorySize } from '../../src/generate/directory.ts';
import { generateSnapshot } from '../../src/generate/snapshot.ts';
import { type Directory, readDirectory } from '../../src/site/directory.ts';
import { succeed } from './run-command.ts';

/** The file of an invented directory. */
export function generatedSnapshot(size: DirectorySize): Buffer {
	const folder = mkdtempSync(join(tmpdir(), 'snapshot-'));
	try {
		const file = join(folder, 'snapshot.sqlite');
		generateSnapshot(file, size);
		return readFileSync(file);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** The file of the sample directory. */
export async function sampleSnapshot(): Promise<Buffer> {
	const folder = mkdtempSync(join(tmpdir(), 'snapshot-'));
	try {
		const file = join(folder, 'snapshot.sqlite');
		await succeed('import', ['data/sample', '--snapshot', file]);
		return readFileSync(file);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** Reads the directory of a snapshot, after changing it with SQL. It reads reviews from the snapshot in memory. */
export function directoryAfter(snapshot: Buffer, sql = ''): Directory {
	const db = new Database(snapshot);
	db.exec(sql);
	return readDirectory(db, () => false);
}
