import Database from 'better-sqlite3';
import { releaseFolder } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { currentRelease } from '../../src/release/publish.ts';
import { requestOnce } from './raw-http.ts';
import { succeed } from './run-command.ts';
import type { SmallDirectory } from './small-directory.ts';

let edits = 0;

/** Edits the snapshot and builds a release from it. Returns the snapshot's content ID. */
export async function buildEdited(
	{ snapshot, out }: Pick<SmallDirectory, 'snapshot' | 'out'>,
	options: readonly string[] = [],
): Promise<string> {
	const db = new Database(snapshot);
	db.prepare('UPDATE programs SET name = ? WHERE rowid = 1').run(`Edit ${++edits}`);
	db.close();
	await succeed('build', ['--snapshot', snapshot, '--out', out, ...options]);
	return (await readManifest(releaseFolder(out, currentRelease(out)!))).snapshot;
}

/** Returns the content ID of the snapshot whose website a server serves. */
export async function servedBy({ port }: { readonly port: number }): Promise<string | undefined> {
	return (await requestOnce(port, 'GET', '/')).headers.get('x-snapshot');
}
