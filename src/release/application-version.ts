import { createHash, hash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn } from '../shared/files.ts';
import { PROJECT } from '../shared/project.ts';
import type { Manifest } from './manifest.ts';

/**
 * The files and folders of this application that affect what a release contains, apart from the documentation and the
 * site's configuration.
 */
const SOURCES = ['src', 'public', 'data/schema.sql', 'astro.config.mjs', 'LICENSE'];

/** The lists of dependencies: in a checkout, and in the tarball of a release. The contents are the same. */
const LOCKS = ['package-lock.json', 'npm-shrinkwrap.json'];

/** Changes in these folders do not change the version. `documentationVersion` covers the texts of the documentation. */
const WITHOUT = ['src/docs/', 'src/deploy/'];

type Files = readonly (readonly [path: string, content: Buffer])[];

/** Returns the application's version: a hash of its sources and of the other files that releases contain, as 12 hex digits. */
export function applicationVersion(): string {
	const code = SOURCES.flatMap(filesUnder).filter(([file]) => !WITHOUT.some((folder) => file.startsWith(folder)));
	return hashOf([...code, [LOCKS[0]!, lockFile()]]);
}

function lockFile(): Buffer {
	return readFileSync(LOCKS.map((name) => join(PROJECT, name)).find(existsSync)!);
}

/** Returns a hash of the texts of the documentation. */
export function documentationVersion(): string {
	return hashOf(filesUnder('src/docs'));
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

/** The inputs of a release besides the address of its site and the texts of the documentation. */
type ReleaseInputs = Pick<Manifest, 'snapshot' | 'application' | 'configuration' | 'logos' | 'expired'>;

/**
 * Returns the ID of the release that this software makes from these inputs. The same inputs give the same ID.
 *
 * @param only `api` for a release without the website
 */
export function releaseId(
	{ snapshot, application, configuration, logos, expired }: ReleaseInputs,
	siteUrl: string,
	only?: 'api',
): string {
	const texts = only === 'api' ? only : documentationVersion();
	return hash('sha256', [snapshot, application, configuration, siteUrl, logos, texts, expired ?? ''].join('\n')).slice(
		0,
		12,
	);
}
