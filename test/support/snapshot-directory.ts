/** Reads directories, as the website shows them, from whole snapshots. The directories have no logos. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type Directory, readDirectory } from '../../src/website/directory/directory.ts';
import type { DirectorySize } from '../generate/directory.ts';
import { generateSnapshot } from '../generate/snapshot.ts';
import { succeed } from './run-command.ts';

/** Returns the content of a snapshot file of an invented directory. */
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

/** Returns the content of a snapshot file of the sample directory. */
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

/**
 * Changes a snapshot with SQL, and reads its directory. The directory reads reviews from the changed snapshot, in
 * memory.
 */
export function directoryAfter(snapshot: Buffer, sql = ''): Directory {
	const db = new Database(snapshot);
	db.exec(sql);
	return readDirectory(db, () => false);
}
