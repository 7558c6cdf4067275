import { stemmer } from 'stemmer';

/** Words with the stem of a word that means something else, such as `applicant` and `application`. */
const KEPT = new Set(
	(
		'accessibility applicant community conversation conversational customer emergency executive experiment fitness formation ' +
		'general generation generous hospital international local medical organic personal production ' +
		'productivity programming university wellness'
	).split(' '),
);
/** Shorter words are often abbreviations, such as `ats` and `sms`. */
const SHORTEST = 4;

/** Matches the `s` of British spellings such as `analyse` and `organisation`. */
const BRITISH_S = /(?<=.{3}[iy])(?<!adverti)s(?=(?:e[drs]?|ers|ing|ations?)$)/;

/**
 * Returns the stem of a folded word: `manag` for `manager`, `managing` and `management`. Only English has stems. British and
 * American spellings have the same stem.
 */
export function stemOf(word: string): string {
	const kept = KEPT.has(word) ? word : singularOf(word);
	if (KEPT.has(kept)) return kept;
	if (word.length < SHORTEST || !/^[a-z]+$/.test(word)) return word;
	const american = word.replace(BRITISH_S, 'z').replace(/(?<=.{3})our(?=s?$)/, 'or');
	return stemmer(american).replace(/(?<=z)z$|(?<=og)u$/, '');
}

/** Returns a folded word without the ending of a plural. */
export function singularOf(word: string): string {
	return word.replace(/(?<=.{3})ies$/, 'y').replace(/(?<=[^s])s$/, '');
}
