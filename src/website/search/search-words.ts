/** The word list with which the site-wide search corrects misspelled words. It contains the words of all names. */
import { fold, words } from '../../search/text.ts';
import type { PageType } from '../directory/page-type.ts';

/** The lengths of words to list. Shorter words are too similar to each other, and longer words are not real words. */
const SHORTEST = 3;
const LONGEST = 50;
/** The maximum number of words. A compressed list of this length takes about 60 kB. */
const MOST = 20_000;

/** Returns the words of names, folded and sorted for `WordList`. Stops reading names after `MOST` words. */
export function searchWords(named: Iterable<{ readonly name: string }>): string[] {
	const found = new Set<string>();
	for (const { name } of named) {
		for (const word of words(fold(name))) {
			if (word.length >= SHORTEST && word.length <= LONGEST) found.add(word);
			if (found.size === MOST) return [...found].sort();
		}
	}
	return [...found].sort();
}

export interface SearchWordsView {
	readonly words: readonly string[];
}

export const searchWordsFile: PageType<SearchWordsView> = {
	route: '/search-words.txt',
	pages: ({ categories, networks, programs, organizations }) => [
		{
			address: '/search-words.txt',
			view: () => ({ words: searchWords([...categories, ...networks, ...programs, ...organizations]) }),
		},
	],
};
