import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT } from '../shared/project.ts';
import { filesIn } from './files-in.ts';
import { unfinishedName } from './leftovers.ts';

/**
 * The files and folders of this application that affect what a release contains, apart from the documentation and the
 * site's configuration.
 */
const SOURCES = ['src', 'public', 'data/schema.sql', 'astro.config.mjs', 'LICENSE'];

/** The lists of dependencies: in a checkout, and in the tarball of a release. The contents are the same. */
const LOCKS = ['package-lock.json', 'npm-shrinkwrap.json'];

/** Changes in these folders do not change the version. `documentationVersion` covers the texts of the documentation. */
const WITHOUT = ['src/docs/', 'src/deploy/'];

/** The package of this folder contains the comments of its code. */
const WITH_COMMENTS = 'src/client/';

/** The file that keeps the version and the hash of the sources for which it was calculated. */
const KEPT = join(PROJECT, 'node_modules/.cache/version.json');

type Files = readonly (readonly [path: string, content: Buffer | string])[];

/**
 * Returns the application's version: a hash of its code and of the other files that releases contain, as 12 hex digits.
 * Comments and types do not change it. The version of unchanged sources is kept in a file, because finding the comments
 * takes half a second.
 */
export async function applicationVersion(): Promise<string> {
	const code = SOURCES.flatMap(filesUnder).filter(([file]) => !WITHOUT.some((folder) => file.startsWith(folder)));
	const files: [string, Buffer][] = [...code, [LOCKS[0]!, lockFile()]];
	const sources = hashOf(files);
	const kept = readKept();
	if (kept?.sources === sources) return kept.version;
	const { withoutComments } = await import('./without-comments.ts');
	const version = hashOf(
		files.map(([file, content]) => [file, file.startsWith(WITH_COMMENTS) ? content : withoutComments(file, content)]),
	);
	keep({ sources, version });
	return version;
}

function lockFile(): Buffer {
	return readFileSync(LOCKS.map((name) => join(PROJECT, name)).find(existsSync)!);
}

/** Returns a hash of the texts of the documentation. */
export function documentationVersion(): string {
	return hashOf(filesUnder('src/docs'));
}

interface Kept {
	readonly sources: string;
	readonly version: string;
}

function readKept(): Kept | undefined {
	try {
		return JSON.parse(readFileSync(KEPT, 'utf8'));
	} catch {
		return undefined;
	}
}

function keep(kept: Kept): void {
	try {
		mkdirSync(dirname(KEPT), { recursive: true });
		const unfinished = join(dirname(KEPT), `${unfinishedName()}-version`);
		writeFileSync(unfinished, JSON.stringify(kept));
		renameSync(unfinished, KEPT);
	} catch {
		// The user who runs a server may not be allowed to write here. The version is then calculated at each start.
	}
}

function hashOf(files: Files): string {
	const hash = createHash('sha256');
	for (const [file, content] of files) hash.update(`${file}\0${content.length}\0`).update(content);
	return hash.digest('hex').slice(0, 12);
}

function filesUnder(path: string): [path: string, content: Buffer][] {
	const isFolder = statSync(join(PROJECT, path)).isDirectory();
	const files = isFolder ? filesIn(join(PROJECT, path)).map((file) => join(path, file)) : [path];
	return files.map((file) => [file, readFileSync(join(PROJECT, file))]);
}
