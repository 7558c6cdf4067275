import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../shared/project.ts';

/** The files and folders of this application that affect what a release contains. */
const SOURCES = [
	'src',
	'public',
	'data/schema.sql',
	'data/site.json',
	'astro.config.mjs',
	'package-lock.json',
	'LICENSE',
];

/** Returns the application's version: a hash of its sources, as 12 hex digits. */
export function applicationVersion(): string {
	const hash = createHash('sha256');
	for (const source of SOURCES) {
		for (const file of filesUnder(source))
			hash
				.update(`${file}\0`)
				.update(readFileSync(join(PROJECT, file)))
				.update('\0');
	}
	return hash.digest('hex').slice(0, 12);
}

function filesUnder(path: string): string[] {
	if (!statSync(join(PROJECT, path)).isDirectory()) return [path];
	return readdirSync(join(PROJECT, path), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(PROJECT.length))
		.sort();
}
