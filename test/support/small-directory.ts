/** A small directory to serve: snapshot, release, state, key, all made by the commands. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { succeed } from './run-command.ts';

export interface SmallDirectory {
	/** The folder that holds all the rest. */
	readonly folder: string;
	readonly snapshot: string;
	readonly out: string;
	readonly state: string;
	/** An API key with all read scopes. */
	readonly key: string;
	/** Removes everything. */
	remove(): void;
}

/** Makes an invented directory and builds its API, and its website too where `site` says so. */
export async function makeDirectory({ programs = 60, reviews = 200, site = false } = {}): Promise<SmallDirectory> {
	const folder = mkdtempSync(join(tmpdir(), 'directory-'));
	const [snapshot, out, state] = ['snapshot.sqlite', 'out', 'state'].map((name) => join(folder, name)) as [
		string,
		string,
		string,
	];
	await succeed('generate', [
		...['--programs', String(programs), '--reviews', String(reviews), '--seed', '1', '--snapshot', snapshot],
	]);
	await succeed('build', ['--snapshot', snapshot, '--out', out, ...(site ? [] : ['--only', 'api'])]);
	const key = await makeKey(state);
	return { folder, snapshot, out, state, key, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Makes an account that holds a key with all read scopes; returns the key. */
export async function makeKey(state: string): Promise<string> {
	await succeed('accounts', ['create', '--email', 'ada@site.example', '--state', state]);
	const made = ['create', '--account', 'ada@site.example', '--name', 'test', '--state', state, '--json'];
	return JSON.parse(await succeed('keys', made)).key;
}
