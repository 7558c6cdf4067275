/** The words that the site-wide search corrects misspelt words to. They are all words that occur in names. */
import { fold, words } from '../../search/text.ts';

interface Named {
	readonly name: string;
}

/** The lengths of words to list. Shorter words are too similar to each other, and longer words are not real words. */
const SHORTEST = 3;
const LONGEST = 50;
/** The maximum number of words. Compressed, they take about 60 kB. */
const MOST = 20_000;

/** Returns the words of names, folded and sorted for `WordList`. If there are too many, leaves out later names. */
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
