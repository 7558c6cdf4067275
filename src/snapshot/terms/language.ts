/** Translates words about pay into English, so that the rules need only one language. */
import { inEnglish as germanInEnglish } from './german.ts';
import languages from './languages.json' with { type: 'json' };

interface Language {
	/** Matches words that no English text has. */
	readonly markers: RegExp;
	readonly words: RegExp;
	readonly english: ReadonlyMap<string, string>;
}

const ALL: readonly Language[] = Object.values(languages).map(({ markers, words }) => {
	const longestFirst = Object.keys(words).toSorted((one, other) => other.length - one.length);
	const escaped = longestFirst.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return {
		markers: new RegExp(`(?<![\\p{L}])(?:${markers})`, 'iu'),
		words: new RegExp(`(?<![\\p{L}\\d])(?:${escaped.join('|')})(?![\\p{L}])`, 'giu'),
		english: new Map(Object.entries(words)),
	};
});

/** Matches words that only English texts have. */
const ENGLISH = /\b(?:the|earn|for|every|per|of|and|your|you|first|with|sale|recurring|lifetime)\b/i;

/** Returns a text with the words about pay in English. */
export function inEnglish(text: string): string {
	const german = germanInEnglish(
		text.replace(/^(\s*)(?:bis|do|hasta|até|jusqu'à) (?=(?:ca\.? )?[~$€£\d])/i, '$1up to '),
	);
	if (german !== text) return german;
	if (ENGLISH.test(text) && (text.match(new RegExp(ENGLISH, 'gi'))?.length ?? 0) > 1) return text;
	const language = ALL.find(({ markers }) => markers.test(text));
	if (!language) return text;
	return text.replace(language.words, (word) => language.english.get(word.toLowerCase()) ?? word);
}
