import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../src/shared/project.ts';

/**
 * Reads a file of src/deploy/, with other addresses and folders.
 *
 * @throws Error when the file does not contain one of the replaced texts
 */
export function deployedFile(name: string, replacements: { readonly [from: string]: string }): string {
	return Object.entries(replacements).reduce(
		(text, [from, to]) => {
			if (!text.includes(from)) throw new Error(`${name} does not contain ${from}`);
			return text.replaceAll(from, to);
		},
		readFileSync(join(PROJECT, 'src/deploy', name), 'utf8'),
	);
}

/** The directives that a configuration of nginx has in a comment, because they belong into nginx.conf itself. */
export function mainDirectives(configuration: string): string {
	const lines = [...configuration.matchAll(/^# {5}(.*[;}])$/gm)].map(([, line]) => line);
	if (lines.length === 0) throw new Error('The configuration names no directives for nginx.conf.');
	return lines.join('\n');
}
