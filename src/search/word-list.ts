import { type NearWord, nearWords, type Vocabulary, vocabularyOf } from '../catalog/near-words.ts';
import type { KnownWords } from './suggest.ts';

/** The cost, in edits, of keeping a word that is not in the list. */
const OTHER_WORD = 1.5;

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

	/**
	 * Returns the similar words in the list, and also `word` itself, because a correct word may be missing from the list.
	 */
	near(word: string, asPrefix: boolean): NearWord[] {
		return [...nearWords(this.#vocabulary, word, asPrefix), { word, cost: OTHER_WORD }];
	}
}
