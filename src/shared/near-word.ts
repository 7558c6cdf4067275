import { LONGEST_WORD, type NearWord, nearWords, vocabularyOf } from './near-words.ts';

/**
 * Returns the word in a short list that the user probably meant by `given`, which may be misspelled or incomplete.
 * Ignores the case of `given`. Returns undefined if no word is similar, or if several words are equally similar.
 *
 * @param words in lower case
 */
export function nearWord(given: string, words: readonly string[]): string | undefined {
	const word = given.toLowerCase();
	if (words.includes(word)) return word;
	const [first, second] = nearInList(word, words);
	return first === undefined || first.cost === second?.cost ? undefined : first.word;
}

/**
 * Returns the words in a short list that are similar to `word`, the most similar first: those that differ by one letter,
 * or by two if the word has at least six, and then those of which one contains the other.
 */
export function nearInList(word: string, words: readonly string[]): NearWord[] {
	const similar = nearWords(vocabularyOf([...words].sort()), word, false);
	const isPart = (part: string, whole: string) => part.length >= SHORTEST_PART && whole.includes(part);
	const isLong = word.length > LONGEST_WORD;
	const others = words.filter(
		(one) => !isLong && (isPart(word, one) || isPart(one, word)) && !similar.some((near) => near.word === one),
	);
	const costOf = (one: string) => (one.startsWith(word) || word.startsWith(one) ? AS_START : AS_PART);
	const parts = others.map((one) => ({ word: one, cost: costOf(one) })).sort((a, b) => a.cost - b.cost);
	return [...similar, ...parts];
}

/** Shorter words are parts of many others. */
const SHORTEST_PART = 4;
/** The costs of words of which one contains the other, more than those of all words that differ by letters. */
const AS_START = 4;
const AS_PART = 5;
