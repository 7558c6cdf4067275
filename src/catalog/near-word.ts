import { nearWords, type Vocabulary } from './near-words.ts';

/**
 * The one word of a short list that a mistyped or unfinished one may be meant to be, whatever its case; undefined where none
 * is near, or several are as near.
 */
export function nearWord(given: string, words: readonly string[]): string | undefined {
	const word = given.toLowerCase();
	if (words.includes(word)) return word;
	const [first, second] = nearWords(vocabularyOf(words), word, true);
	return first === undefined || first.cost === second?.cost ? undefined : first.word;
}

function vocabularyOf(words: readonly string[]): Vocabulary {
	const terms = [...words].sort();
	const endOfRange = (prefix: string, start: number) => {
		let end = start + 1;
		while (terms[end]?.startsWith(prefix)) end++;
		return end;
	};
	return { terms, size: () => 1, endOfRange };
}
