import { stemmer } from 'stemmer';

/** Words with the stem of a word that means something else, such as `applicant` and `application`. */
const KEPT = new Set(
	(
		'applicant conversation customer general generation hospital local medical organic personal productivity programming ' +
		'university'
	).split(' '),
);
/** Shorter words are often abbreviations, such as `ats` and `sms`. */
const SHORTEST = 4;

/** Returns the stem of a folded word: `manag` for `manager`, `managing` and `management`. Only English has stems. */
export function stemOf(word: string): string {
	const singular = word.replace(/(?<=[^s])s$/, '');
	if (KEPT.has(singular)) return singular;
	return word.length >= SHORTEST && /^[a-z]+$/.test(word) ? stemmer(word) : word;
}
