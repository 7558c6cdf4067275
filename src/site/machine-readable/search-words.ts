/** The words that the site-wide search uses to correct misspelt words: the words of names. */
import { fold, words } from '../../search/text.ts';

interface Named {
	readonly name: string;
}

/** The lengths of words to correct. Shorter words are too similar to each other, and longer words are not real words. */
const SHORTEST = 3;
const LONGEST = 50;
/** The maximum number of words. Compressed, they take about 60 kB. */
const MOST = 20_000;

/** The words of names, in the form that `WordList` needs. If there are too many, later names are left out. */
export function searchWords(named: Iterable<Named>): string[] {
	const found = new Set<string>();
	for (const { name } of named) {
		for (const word of words(fold(name))) {
			if (word.length >= SHORTEST && word.length <= LONGEST) found.add(word);
			if (found.size === MOST) return [...found].sort();
		}
	}
	return [...found].sort();
}
