import { stemmer } from 'stemmer';

/** Words with the stem of a word that means something else: `applicant` and `application`, `programming` and `program`. */
const KEPT = new Set(['applicant', 'programming', 'productivity', 'university', 'organic']);

/** Returns the stem of a folded word: `manag` for `manager`, `managing` and `management`. Only English has stems. */
export function stemOf(word: string): string {
	const singular = word.replace(/(?<=[^s])s$/, '');
	if (KEPT.has(singular)) return singular;
	return /^[a-z]+$/.test(word) ? stemmer(word) : word;
}
