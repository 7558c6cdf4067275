/** Words that say little about what somebody looks for. */

const list = (...lines: readonly string[]) => new Set(lines.flatMap((line) => line.split(' ')));

/** Words that say nothing about a subject. */
export const FILLERS = list(
	'a about an and any are as at be best better between but by can do does each easily easy every find for from get getting give',
	'go going good great has have help helps high higher how i if in into is it its keep let lets like make makes making me more',
	'most my need no not of on online or other our out own per run set simple so some somebody someone stop take that the their',
	'them then there these they this those to top turn under up us use using want we what when which who with without you your',
	'cheap new provider providers affiliate affiliates program programs programme programmes partner partners partnership referral',
	'referrals commission commissions app apps application applications platform platforms service services software solution',
	'solutions suite system systems tool tools',
);

/** Words that say what something does, but not what for. */
const WEAK = list(
	'builder builders building build maker makers creator creators generator generators manager managers management editor editors',
	'tracker trackers helper company companies business businesses people team teams small website websites web site sites digital',
	'smart professional',
);

/** Whether a word says what something does, but not what for. So do single letters, such as the `e` of `e-commerce`. */
export function isWeak(word: string): boolean {
	return WEAK.has(word) || word.length === 1;
}
