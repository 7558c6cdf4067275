/** Small directories: only a snapshot, or everything that a server needs. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { generateSnapshot } from '../generate/snapshot.ts';
import { succeed } from './run-command.ts';

export interface SmallSnapshot {
	/** The folder that contains all of the directory's files. */
	readonly folder: string;
	readonly snapshot: string;
	/** Removes the folder. */
	remove(): void;
}

/** A snapshot with its release, its state and a key. */
export interface SmallDirectory extends SmallSnapshot {
	readonly out: string;
	readonly state: string;
	/** An API key with all read scopes. */
	readonly key: string;
}

/** The size of a directory, and whether its website is built too. */
interface Size {
	readonly programs: number;
	readonly reviews: number;
	readonly site?: boolean;
}

/** The directories that fixtures.ts makes once for a whole run. */
export const FIXTURES = {
	/** A directory with only the API. */
	api: { programs: 60, reviews: 200 },
	/** A directory with a website. */
	site: { programs: 4, reviews: 6, site: true },
} as const satisfies { readonly [name: string]: Size };

declare module 'vitest' {
	export interface ProvidedContext {
		/** The folder of the fixtures. */
		fixtures: string;
	}
}

/** Copies a directory that was made once for all tests, so that each test can change its copy. */
export function copyDirectory(name: keyof typeof FIXTURES): SmallDirectory {
	const folder = mkdtempSync(join(tmpdir(), 'directory-'));
	cpSync(join(inject('fixtures'), name), folder, { recursive: true, verbatimSymlinks: true });
	return directoryIn(folder);
}

/** Makes a snapshot of an invented directory. */
export function makeSnapshot({ programs, reviews }: Size): SmallSnapshot {
	const folder = mkdtempSync(join(tmpdir(), 'directory-'));
	const { snapshot } = pathsIn(folder);
	generateSnapshot(snapshot, { programs, reviews, seed: 1 });
	return { folder, snapshot, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Makes an invented directory, for tests that need another size than those of the fixtures. */
export async function makeDirectory(size: Size): Promise<SmallDirectory> {
	const folder = mkdtempSync(join(tmpdir(), 'directory-'));
	await fillDirectory(folder, size);
	return directoryIn(folder);
}

/** Makes an invented directory in a folder: snapshot, release, account and key. */
export async function fillDirectory(folder: string, { programs, reviews, site = false }: Size): Promise<void> {
	mkdirSync(folder, { recursive: true });
	const { snapshot, out, state } = pathsIn(folder);
	generateSnapshot(snapshot, { programs, reviews, seed: 1 });
	await succeed('build', ['--snapshot', snapshot, '--out', out, ...(site ? [] : ['--only', 'api'])]);
	await succeed('accounts', ['create', '--email', 'ada@site.example', '--state', state]);
	const made = ['create', '--account', 'ada@site.example', '--name', 'test', '--state', state, '--json'];
	writeFileSync(join(folder, 'key'), JSON.parse(await succeed('keys', made)).key);
}

function directoryIn(folder: string): SmallDirectory {
	const key = readFileSync(join(folder, 'key'), 'utf8');
	return { folder, ...pathsIn(folder), key, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function pathsIn(folder: string) {
	return { snapshot: join(folder, 'snapshot.sqlite'), out: join(folder, 'out'), state: join(folder, 'state') };
}
