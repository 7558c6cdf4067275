import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProject } from './project-copy.ts';

/** The number of the newer version. */
export const VERSION = '99.0.0';

/** The end of the headline on the newer version's home page. */
export const HEADLINE = 'in the new version';

/** Makes a checkout of a newer version, whose state has one more table. Returns the folder of the checkout. */
export function makeNewerVersion(): string {
	const folder = copyProject();
	function edit(file: string, from: RegExp, to: string): void {
		const text = readFileSync(join(folder, file), 'utf8');
		if (!from.test(text)) throw new Error(`${file} does not contain ${from}`);
		writeFileSync(join(folder, file), text.replace(from, to));
	}
	edit('package.json', /"version": ".*"/, `"version": "${VERSION}"`);
	edit('src/website/home/HomePage.astro', /\{headline\}<\/h1>/, `{headline} ${HEADLINE}</h1>`);
	for (const [database, options] of [
		['sqlite', ' STRICT'],
		['postgres', ''],
	] as const) {
		edit(`src/state/${database}/migrations.ts`, /\];\s*$/, `\`CREATE TABLE later (id TEXT PRIMARY KEY)${options};\`];`);
	}
	return folder;
}
