/** The site's own marks, icons and other files. They lie in the folder `public` of its configuration. */

import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { PROJECT } from '../../shared/project.ts';
import { siteFolder } from './site.ts';

export const PUBLIC = 'public';

/** Returns the paths of the site's own files, sorted. They are relative to its folder `public`, with slashes. */
export function ownFiles(folder = siteFolder()): string[] {
	return filesUnder(join(folder, PUBLIC));
}

/** Returns the paths of all visible files in a folder and its subfolders, sorted, with slashes. None if there is no folder. */
export function filesUnder(folder: string): string[] {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
		.filter((path) => !path.split('/').some((part) => part.startsWith('.')))
		.sort();
}

/** Reads one of the site's own files. @param path see `ownFiles` */
export const readOwnFile = (path: string, folder = siteFolder()): Buffer => readFileSync(join(folder, PUBLIC, path));

/**
 * Returns where the file with an address such as `/mark.svg` lies: in the site's configuration, or in the `public` of
 * this software. The file need not exist.
 */
export function publicFile(address: string, folder = siteFolder()): string {
	const own = join(folder, PUBLIC, address);
	return existsSync(own) ? own : join(PROJECT, PUBLIC, address);
}

const FONTS = 'fonts';

export const fontFile = (name: string, folder = siteFolder()): string => join(folder, FONTS, name);

/**
 * Returns the address of a font file. It contains a hash of the content, so browsers can keep the file.
 *
 * @param name see `fonts.files` in site.json
 */
export function fontAddress(name: string): string {
	const content = readFileSync(fontFile(name));
	return `/${FONTS}/${hash('sha256', content).slice(0, 8)}-${name}`;
}
