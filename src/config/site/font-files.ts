/** The font files of a site, in the folder `fonts` of its configuration. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { siteFolder } from './site-folder.ts';

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
