/**
 * The word list with which the site-wide search corrects misspelled words. It contains the words of all names, and of facts
 * such as restrictions, so that these words are not corrected to others.
 */
import { compactNames, otherNames } from '../../search/names.ts';
import { factText } from '../../search/program-texts.ts';
import { fold, words } from '../../search/text.ts';
import type { Directory } from '../directory/directory.ts';
import type { PageType } from '../directory/page-type.ts';

/** The lengths of words to list. Shorter words are too similar to each other, and longer words are not real words. */
const SHORTEST = 3;
const LONGEST = 50;
/** The maximum number of words. A compressed list of this length takes about 60 kB. */
const MOST = 20_000;

/** Returns the words of texts, folded and sorted for `WordList`. Stops reading after `MOST` words. */
export function searchWords(texts: Iterable<string>): string[] {
	const found = new Set<string>();
	for (const text of texts) {
		for (const word of words(fold(text))) {
			if (word.length >= SHORTEST && word.length <= LONGEST) found.add(word);
			if (found.size === MOST) return [...found].sort();
		}
	}
	return [...found].sort();
}

/** Returns all names, also without spaces, and then the facts that the search does not cover. */
function* texts({ categories, networks, programs, organizations }: Directory): Generator<string> {
	for (const { name } of [...categories, ...networks, ...organizations]) yield name;
	for (const program of programs) yield* [program.name, ...otherNames(program), ...compactNames(program)];
	for (const program of programs) yield factText(program);
}

export interface SearchWordsView {
	readonly words: readonly string[];
}

export const searchWordsFile: PageType<SearchWordsView> = {
	route: '/search-words.txt',
	pages: (directory) => [{ address: '/search-words.txt', view: () => ({ words: searchWords(texts(directory)) }) }],
};
