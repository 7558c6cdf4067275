/** The records of the documentation in the site-wide search. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../release/application-version.ts';
import { DOCUMENTATION_PAGES } from '../documentation-pages.ts';
import { markdownText } from '../format/markdown.ts';
import { recordText } from './record-text.ts';
import type { TextSource } from './text-index.ts';

/**
 * The code to leave out: blocks, because searches would find names that are only part of an example, and one-letter
 * names. Pagefind shortens unknown words until it knows the rest, so every unknown word with this first letter would
 * match.
 */
const CODE = /^```[\s\S]*?^```$|`\w`/gm;

/** One record for each page, with the text of its sections. */
export function documentationTexts(): TextSource[] {
	return DOCUMENTATION_PAGES.map(({ name, address }) => ({
		url: address,
		record() {
			const file = join(PROJECT, 'src/docs', `${address.split('/').at(-2)}.md`);
			const [, ...texts] = readFileSync(file, 'utf8').replace(CODE, '').split(/^#+ /m).map(markdownText);
			return { url: address, content: recordText(texts), meta: { title: name } };
		},
	}));
}
