import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ownPages } from './own-pages.ts';
import { fontAddress, ownFiles, readOwnFile } from './public-files.ts';
import { site, synonymsFile } from './site.ts';

/**
 * Returns the version of the site's configuration: a hash, as 12 hex digits, of everything in it that pages show, and
 * of the synonyms of the search. The address of the site and the limits of the guard are not part of it.
 */
export function siteVersion(): string {
	const { url: _, guard: __, ...shown } = site();
	const hash = createHash('sha256').update(JSON.stringify(shown));
	for (const path of ownFiles()) {
		const content = readOwnFile(path);
		hash.update(`\0${path}\0${content.length}\0`).update(content);
	}
	hash.update(JSON.stringify(ownPages())).update(readFileSync(synonymsFile()));
	for (const { file } of shown.fonts.files) hash.update(fontAddress(file));
	return hash.digest('hex').slice(0, 12);
}
