import type { NearWord } from './near-words.ts';
import { fold, replaceWords, words } from './text.ts';

/** Looking for more words, and trying more ways to put them together, would take longer than a guess is worth. */
const MOST_UNKNOWN = 4;
const MOST_TRIED = 32;

/** The words of the directory. With `asPrefix`, one that only starts like the word counts too. */
interface KnownWords {
	has(word: string, asPrefix: boolean): boolean;
	near(word: string, asPrefix: boolean): readonly NearWord[];
}

interface Phrase {
	readonly words: readonly string[];
	readonly cost: number;
}

/**
 * The nearest text that matches: every word that the directory does not have is replaced by one that it has, the others
 * stay.
 */
export function suggest(text: string, known: KnownWords, matches: (text: string) => boolean): string | undefined {
	const folded = fold(text);
	const asked = words(folded).map((word, i, { length }) => ({ word, asPrefix: i === length - 1 }));
	if (asked.length === 0) return undefined;
	if (asked.filter(({ word, asPrefix }) => !known.has(word, asPrefix)).length > MOST_UNKNOWN) return undefined;
	let phrases: readonly Phrase[] = [{ words: [], cost: 0 }];
	for (const { word, asPrefix } of asked) {
		const choices = known.has(word, asPrefix) ? [{ word, cost: 0 }] : known.near(word, asPrefix);
		// The nearest phrases begin with the nearest ones: no more need be kept than will be tried.
		phrases = phrases
			.flatMap((phrase) =>
				choices.map((choice) => ({ words: [...phrase.words, choice.word], cost: phrase.cost + choice.cost })),
			)
			.sort((a, b) => a.cost - b.cost)
			.slice(0, MOST_TRIED);
	}
	return phrases.map((phrase) => replaceWords(folded, phrase.words)).find(matches);
}
