import Database from 'better-sqlite3';
import { releaseFolder } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { currentRelease } from '../../src/release/publish.ts';
import { requestOnce } from './raw-http.ts';
import { succeed } from './run-command.ts';
import type { S3Server } from './s3-server.ts';
import type { SmallDirectory } from './small-directory.ts';

/** A store of releases, and the environment for commands that use the store. */
export type Store = Pick<S3Server, 'address' | 'env'>;

let edits = 0;

/** Pushes the current release of a directory to a store. */
export async function pushRelease({ out }: SmallDirectory, { address, env }: Store): Promise<void> {
	await succeed('releases', ['push', address, '--out', out], { env });
}

/** Edits the snapshot and builds a release from it. Returns the snapshot's content ID. */
export async function buildEdited({ snapshot, out }: SmallDirectory): Promise<string> {
	const db = new Database(snapshot);
	db.prepare('UPDATE programs SET name = ? WHERE rowid = 1').run(`Edit ${++edits}`);
	db.close();
	await succeed('build', ['--snapshot', snapshot, '--out', out]);
	return (await readManifest(releaseFolder(out, currentRelease(out)!))).snapshot;
}

/** Edits the snapshot, builds a release from it and pushes the release. Returns the snapshot's content ID. */
export async function buildAndPush(directory: SmallDirectory, store: Store): Promise<string> {
	const snapshot = await buildEdited(directory);
	await pushRelease(directory, store);
	return snapshot;
}

/** Returns the content ID of the snapshot whose website a server serves. */
export async function servedBy({ port }: { readonly port: number }): Promise<string | undefined> {
	return (await requestOnce(port, 'GET', '/')).headers.get('x-snapshot');
}
