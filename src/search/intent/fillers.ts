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
	'solutions suite system systems tool tools alternative alternatives am been being did doing had having was were would could',
	'should might must he him his she her hers itself themselves yourself ours yours theirs whose why here always never ever just',
	'very both few while until during before above below over through because since though although however else yet still',
	'already now within whether either neither nor whatever whoever wherever whenever somewhere nothing everyone everybody things',
	'way ways kind sort lot lots bit goes gone went comes came looks looking looked puts says said tells knows wants wanted',
	'likes really maybe please anyone anything something everything',
);

/** Words that say what something does, or for whom, but not what it is about. */
const WEAK = list(
	'builder builders building build maker makers creator creators generator generators manager managers management editor editors',
	'tracker trackers helper company companies business businesses people team teams small website websites web site sites digital',
	'smart professional write writes writing builds say tell know look put come think again also cannot many much all too',
	'only where different another big large project projects freelancer freelancers agency agencies startup startups beginner',
	'beginners audience audiences followers readers viewers niche',
);

/** Words that advertisements use for anything. */
const PRAISE = list(
	'across award based become beyond brand brands bring brings built complete comprehensive create creates',
	'creating custom customer customers customizable day days deliver delivers designed drive driven drives earn effortless',
	'effortlessly empower empowers enable enables end enjoy ensure enterprise enterprises entire fast faster',
	'first free friendly full fully grow growing growth helping highly ideal improve including individuals insight insights',
	'increase innovative intuitive join launch leader leaders leading love loved made meaningful modern native next offer',
	'offering offers once one open powerful powered powers provide provides providing quality quickly rate rates ready real',
	'reliable right robust save scale scales scaling seamless seamlessly self simplifies simplify simplified start',
	'streamline streamlines than thousands time today transform transforms trusted turns ultimate unique unlimited',
	'user users well winning work works world years',
);

/** Whether a word of an advertisement says nothing about its subject. Numbers do not. */
export function saysNothing(word: string): boolean {
	return isWeak(word) || FILLERS.has(word) || PRAISE.has(word) || /^\p{N}/u.test(word);
}

/** Whether a word says what something does, but not what for. So do single letters, such as the `e` of `e-commerce`. */
export function isWeak(word: string): boolean {
	return WEAK.has(word) || word.length === 1;
}
