import type { NearWord } from '../catalog/near-words.ts';
import { fold, replaceWords, words } from './text.ts';

/** Looking for more words, and trying more ways to put them together, would take longer than a guess is worth. */
const MOST_UNKNOWN = 4;
const MOST_TRIED = 32;

/** The words that a text may be made of. With `asPrefix`, one that only starts like the word counts too. */
export interface KnownWords {
	has(word: string, asPrefix: boolean): boolean;
	near(word: string, asPrefix: boolean): readonly NearWord[];
}

interface Phrase {
	readonly words: readonly string[];
	readonly cost: number;
}

/** A half is no shorter: most pairs of letters are a word of some language. */
const SHORTEST_HALF = 3;
/** A forgotten space is an edit, and less likely than another. */
const SPLIT = 1.5;

/** The nearest text that matches. */
export function suggest(text: string, known: KnownWords, matches: (text: string) => boolean): string | undefined {
	return nearTexts(text, known).find(matches);
}

/**
 * Texts near a text, folded, nearest first: every word that is not known is replaced by one that is, the others stay.
 */
export function nearTexts(text: string, known: KnownWords): string[] {
	const folded = fold(text);
	const asked = words(folded).map((word, i, { length }) => ({ word, asPrefix: i === length - 1 }));
	if (asked.length === 0) return [];
	if (asked.filter(({ word, asPrefix }) => !known.has(word, asPrefix)).length > MOST_UNKNOWN) return [];
	let phrases: readonly Phrase[] = [{ words: [], cost: 0 }];
	for (const { word, asPrefix } of asked) {
		const choices = known.has(word, asPrefix)
			? [{ word, cost: 0 }]
			: [...known.near(word, asPrefix), ...splits(word, asPrefix, known)];
		// The nearest phrases begin with the nearest ones: no more need be kept than will be tried.
		phrases = phrases
			.flatMap((phrase) =>
				choices.map((choice) => ({ words: [...phrase.words, choice.word], cost: phrase.cost + choice.cost })),
			)
			.sort((a, b) => a.cost - b.cost)
			.slice(0, MOST_TRIED);
	}
	return phrases.map((phrase) => replaceWords(folded, phrase.words));
}

/** The word as two words of the directory. */
function splits(word: string, asPrefix: boolean, known: KnownWords): NearWord[] {
	const found: NearWord[] = [];
	for (let at = SHORTEST_HALF; at <= word.length - SHORTEST_HALF; at++) {
		const [left, right] = [word.slice(0, at), word.slice(at)];
		if (known.has(left, false) && known.has(right, asPrefix)) found.push({ word: `${left} ${right}`, cost: SPLIT });
	}
	return found;
}
