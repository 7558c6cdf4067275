import type { TextSource } from '../directory/text-record.ts';
import { markdownText } from '../format/markdown.ts';
import { recordText } from '../search/record-text.ts';
import { documentationFile } from './documentation-file.ts';
import { type Manual, pagesOf } from './documentation-pages.ts';

/**
 * Matches the code to leave out. Code blocks are left out because searches would find names that are only part of an
 * example. One-letter names are left out because Pagefind shortens an unknown word until it finds a match. A one-letter
 * name would match every unknown word that starts with this letter.
 */
const CODE = /^```[\s\S]*?^```$|`\w`/gm;

/** Returns a source for each page of a manual. The source's record contains the text of all sections of the page. */
export function documentationTexts(manual: Manual): TextSource[] {
	return pagesOf(manual).map(({ name, address }) => ({
		url: address,
		record() {
			const [, ...texts] = documentationFile(address).replace(CODE, '').split(/^#+ /m).map(markdownText);
			return { url: address, content: recordText(texts), meta: { title: name } };
		},
	}));
}
