import { type NearWord, nearWords, vocabularyOf } from './near-words.ts';

/**
 * Returns the word in a short list that the user probably meant by `given`, which may be misspelled or unfinished.
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

/** Returns the words in a short list that are similar to `word`, which may be unfinished. The most similar come first. */
export function nearInList(word: string, words: readonly string[]): NearWord[] {
	return nearWords(vocabularyOf([...words].sort()), word, true);
}
