import type { NearWord } from '../shared/near-words.ts';
import { phrasesMeant } from './names.ts';
import { fold, replaceWords, words } from './text.ts';

/**
 * The maximum number of unknown words in a text, and the maximum number of combinations to try. With more of either, a
 * suggestion would take too long.
 */
const MOST_UNKNOWN = 4;
const MOST_TRIED = 12;

/** The maximum number of typing errors in a word. With more, words with another meaning would be similar. */
export const MOST_TYPOS = 1;

/** The words to build a suggestion from. With `asPrefix`, a known word that only starts with `word` counts too. */
export interface KnownWords {
	/** Whether the word is known, so that it is not corrected. */
	has(word: string, asPrefix: boolean): boolean;
	/** Returns the words to suggest instead. */
	near(word: string, asPrefix: boolean): readonly NearWord[];
}

interface Phrase {
	readonly words: readonly string[];
	readonly cost: number;
}

/**
 * The minimum number of letters in each half of a split word. Two letters are too few, because most pairs of letters are
 * a word in some language.
 */
const SHORTEST_HALF = 3;
/** The cost of a missing space, in edits. Other edits are more likely. */
const SPLIT = 1.5;

/**
 * Returns folded variants of a text, most similar first. In the variants, known words replace the unknown words of the
 * text.
 */
export function nearTexts(text: string, known: KnownWords): string[] {
	const folded = fold(text);
	const searched = words(folded).map((word, i, { length }) => ({ word, asPrefix: i === length - 1 }));
	if (searched.length === 0) return [];
	if (searched.filter(({ word, asPrefix }) => !known.has(word, asPrefix)).length > MOST_UNKNOWN) return [];
	let phrases: readonly Phrase[] = [{ words: [], cost: 0 }];
	for (const { word, asPrefix } of searched) {
		const choices = known.has(word, asPrefix)
			? [{ word, cost: 0 }]
			: [...known.near(word, asPrefix), ...splits(word, asPrefix, known)];
		// Each of the best phrases of the next round starts with one of the best phrases of this round. Keep only as many
		// phrases as will be tried.
		phrases = phrases
			.flatMap((phrase) =>
				choices.map((choice) => ({ words: [...phrase.words, choice.word], cost: phrase.cost + choice.cost })),
			)
			.sort((a, b) => a.cost - b.cost)
			.slice(0, MOST_TRIED);
	}
	return phrases.map((phrase) => replaceWords(folded, phrase.words));
}

/** The names of programs. */
interface KnownNames {
	near(compactName: string): readonly NearWord[];
	nameOf(compactName: string): string;
}

/** The maximum cost of a name with one typing error. */
const ONE_ERROR = 2;

/**
 * Returns the folded names of programs that differ from a text in one letter, not counting spaces. Each known word of the
 * text must be part of the name, so that no known word is corrected to another.
 */
export function nearNames(text: string, known: KnownWords, names: KnownNames): string[] {
	return phrasesMeant(fold(text)).flatMap((phrase) => {
		const searched = words(phrase);
		const kept = searched.filter((word) => known.has(word, false));
		if (kept.length === searched.length) return [];
		return names
			.near(searched.join(''))
			.filter(({ word, cost }) => cost <= ONE_ERROR && kept.every((other) => word.includes(other)))
			.map(({ word }) => names.nameOf(word));
	});
}

function splits(word: string, asPrefix: boolean, known: KnownWords): NearWord[] {
	const found: NearWord[] = [];
	for (let at = SHORTEST_HALF; at <= word.length - SHORTEST_HALF; at++) {
		const [left, right] = [word.slice(0, at), word.slice(at)];
		if (known.has(left, false) && known.has(right, asPrefix)) found.push({ word: `${left} ${right}`, cost: SPLIT });
	}
	return found;
}
