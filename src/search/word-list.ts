import { type NearWord, nearWords, type Vocabulary, vocabularyOf } from '../shared/near-words.ts';
import { type KnownWords, MOST_TYPOS } from './suggest.ts';

/** A word list for correcting misspelt words. It is small enough for a browser. */
export class WordList implements KnownWords {
	readonly #vocabulary: Vocabulary;

	/** @param terms folded words, each once, sorted by code units */
	constructor(terms: readonly string[]) {
		this.#vocabulary = vocabularyOf(terms);
	}

	has(word: string, asPrefix: boolean): boolean {
		return this.#vocabulary.terms.some((term) => (asPrefix ? term.startsWith(word) : term === word));
	}

	near(word: string, asPrefix: boolean): NearWord[] {
		return nearWords(this.#vocabulary, word, asPrefix, MOST_TYPOS);
	}
}
