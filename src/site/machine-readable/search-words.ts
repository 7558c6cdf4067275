/** The words with which the site-wide search corrects misspelt words: the words of names. */
import { fold, words } from '../../search/text.ts';

interface Named {
	readonly name: string;
}

/** Shorter words are too similar to each other to correct, and longer ones are not words. */
const SHORTEST = 3;
const LONGEST = 50;
/** The most words. They take about 60 kB compressed. */
const MOST = 20_000;

/** The words of names in the form of a `WordList`. If there are too many, only those of the first names. */
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
