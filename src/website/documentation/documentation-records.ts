/** The records of the site-wide search for the documentation of the API. Visitors do not search for the rest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../shared/project.ts';
import type { TextSource } from '../directory/text-record.ts';
import { markdownText } from '../format/markdown.ts';
import { recordText } from '../search/record-text.ts';
import { API_MANUAL, pagesOf } from './documentation-pages.ts';

/**
 * Matches the code to leave out. Code blocks are left out because searches would find names that are only part of an
 * example. One-letter names are left out because Pagefind shortens an unknown word until it finds a match. A one-letter
 * name would match every unknown word that starts with this letter.
 */
const CODE = /^```[\s\S]*?^```$|`\w`/gm;

/** Returns a source for each page. The source's record contains the text of all sections of the page. */
export function documentationTexts(): TextSource[] {
	return pagesOf(API_MANUAL).map(({ name, address }) => ({
		url: address,
		record() {
			const file = join(PROJECT, 'src/docs', `${address.split('/').at(-2)}.md`);
			const [, ...texts] = readFileSync(file, 'utf8').replace(CODE, '').split(/^#+ /m).map(markdownText);
			return { url: address, content: recordText(texts), meta: { title: name } };
		},
	}));
}
