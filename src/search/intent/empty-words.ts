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
export const WEAK = list(
	'builder builders building build maker makers creator creators generator generators manager managers management editor editors',
	'tracker trackers helper company companies business businesses people team teams small website websites web site sites digital',
	'smart professional',
);

/** Words that advertisements use for anything. */
const PRAISE = list(
	'across agencies agency all also always anyone anything award based become before beyond brand brands bring',
	'brings built complete comprehensive create creates creating custom customer customers customizable day days',
	'deliver delivers designed drive driven drives earn effortless effortlessly empower empowers enable enables end',
	'enjoy ensure enterprise enterprises entire ever everyone everything fast faster first free friendly full fully',
	'grow growing growth helping highly ideal improve including increase individuals innovative insight insights',
	'intuitive join just launch leader leaders leading love loved made meaningful modern much native never next offer',
	'offering offers once one open over powered powerful powers provide provides providing quality quickly rate rates',
	'ready real reliable right robust save scale scales scaling seamless seamlessly self simplified simplifies',
	'simplify start startup startups streamline streamlines than thousands through time today transform transforms',
	'trusted turns ultimate unique unlimited user users way ways well where while winning within work works world',
	'years',
);

const EMPTY = FILLERS.union(WEAK).union(PRAISE);

/** Whether a word of a program's name or description says nothing about its subject. */
export function isEmptyWord(word: string): boolean {
	return word.length === 1 || EMPTY.has(word);
}
