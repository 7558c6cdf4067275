/** Translates words about pay into English, so that the rules need only one language. */
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
		markers: new RegExp(`(?<!\\p{L})(?:${markers})`, 'iu'),
		words: new RegExp(`(?<![\\p{L}\\d])(?:${escaped.join('|')})(?![\\p{L}\\d])`, 'giu'),
		english: new Map(Object.entries(words)),
	};
});

/** Matches words that only English texts have. */
const ENGLISH = /\b(?:the|earn|for|every|of|and|your|you|first|with|sale|recurring|lifetime)\b/gi;

/** Matches "up to" in other languages before a figure. Such a text can be English otherwise. */
const UP_TO = /^(\s*)(?:bis|do|hasta|até|jusqu'à|fino al?|tot|upp till|op til|opp til|až do) (?=(?:ca\.? )?[~$€£\d])/i;
const FROM =
	/^(\s*)(?:ab|desde|dès|od|vanaf|a partir de) (?=(?:ca\.? )?[~$€£\d][\d.,]*(?: ?[%€$])?(?! (?:do|hasta|tot|a|à|bis) ))/i;
const RANGE =
	/(?<!\p{L})(?:(?:desde|del?|entre|od|dal?|tra|van|tussen|von|zwischen) )?([$€£]?\d[\d.,]*(?: ?[%€$])?) (?:hasta|al?|y|e|do|tot|bis|à|et|en|und|até) (?=[$€£]?\d[\d.,]* ?[%€$])/giu;

/** Returns a text with the words about pay in English. */
export function inEnglish(text: string): string {
	const begun = text.replace(UP_TO, '$1up to ').replace(FROM, '$1from ').replace(RANGE, '$1-');
	const [language] = ALL.filter(({ markers }) => markers.test(begun))
		.map((candidate) => ({ ...candidate, known: begun.match(candidate.words)?.length ?? 0 }))
		.toSorted((one, other) => other.known - one.known);
	if (!language || language.known < (begun.match(ENGLISH)?.length ?? 0)) return begun;
	return begun.replace(language.words, (word) => language.english.get(word.toLowerCase()) ?? word);
}
