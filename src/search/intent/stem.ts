import { stemmer } from 'stemmer';

/** Returns the stem of a folded word: `manag` for `manager`, `managing` and `management`. Only English has stems. */
export function stemOf(word: string): string {
	return /^[a-z]+$/.test(word) ? stemmer(word) : word;
}
