import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LAST_VERSION } from '../../src/state/migrations.ts';
import { copyProject } from './project-copy.ts';

/** The number of the newer version. */
export const VERSION = '99.0.0';

/** The end of the headline on the newer version's home page. */
export const HEADLINE = 'in the new version';

/**
 * Makes a checkout of a newer version, whose state has one more table, and one more column in the tables that every request
 * with a key reads. Returns the folder of the checkout.
 *
 * @param isCompatible whether older versions can still use this state
 */
export function makeNewerVersion(isCompatible = true): string {
	const folder = copyProject();
	function edit(file: string, from: RegExp, to: string): void {
		const text = readFileSync(join(folder, file), 'utf8');
		if (!from.test(text)) throw new Error(`${file} does not contain ${from}`);
		writeFileSync(join(folder, file), text.replace(from, to));
	}
	edit('package.json', /"version": ".*"/, `"version": "${VERSION}"`);
	edit('src/website/home/HomePage.astro', /\{headline\}<\/h1>/, `{headline} ${HEADLINE}</h1>`);
	const steps = [
		'CREATE TABLE later (id TEXT PRIMARY KEY) STRICT',
		'ALTER TABLE accounts ADD COLUMN later TEXT',
		"ALTER TABLE keys ADD COLUMN later TEXT NOT NULL DEFAULT ''",
		...(isCompatible ? [] : [`UPDATE about SET value = '${LAST_VERSION + 1}' WHERE name = 'compatible'`]),
	];
	edit('src/state/migrations.ts', /\n\];\n/, `\`${steps.join('; ')}\`];\n`);
	return folder;
}
