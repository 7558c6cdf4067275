/** Recognizes figures that are not what the program pays, such as discounts, prices and averages. */
import type { Figure } from './figures.ts';

type ByKind = { readonly [kind in Figure['kind']]: RegExp };

/** Matches the words directly before such a figure. */
const BEFORE: ByKind = {
	rate: /\b(?:saves?|discounts? of|by(?: up to| over)?|of our|conversion rates?(?: of)?|over|nearly|about)\s?\(?$/i,
	amount: /\b(?:our|your|their|on|(?:on|of) (?:the|an?|each|every)|first|above|below|under|more than) $/i,
};
/** Matches "give $20" and "your friends get 20%". */
const FOR_CUSTOMERS =
	/\b(?:give|(?:they|friends?|customers?|clients?|readers|referrals?) (?:get|receive|save)s?)(?: them)?(?: an?)? $/i;
/** Words a little before an amount which say that it is an average, a price, a threshold or the like. */
const OF_AMOUNT = [
	...['avg', 'averag\\w+', 'typical', 'estimated', 'potential', 'nearly', 'that.s', 'worth', 'valued at'],
	...['ACV', 'AOV', 'ARR', 'LTV', 'GMV', 'MRR', 'raised', 'earned', 'totals?', 'over', 'credit of'],
	...['plans? (?:(?:start|rang)\\w*|from|at)', 'pric(?:e|ed|es|ing)', 'costs?', 'spends?', 'saves?'],
	...['threshold', 'minimum (?:payout|order|purchase|spend|deposit|balance)', 'payout minimum'],
	...['payouts? (?:start|from|at|once|when|above|over|is|are)', 'when you bring in', 'hits', 'reach(?:es)?'],
].join('|');
const BEFORE_AMOUNT = new RegExp(String.raw`(?:≈|\b(?:${OF_AMOUNT})\b)[^.;,&+()]{0,45}$`, 'i');

/** Matches up to two words, as in "20% exclusive discount", but not the start of what the figure is paid for. */
const ADJECTIVES = String.raw`(?:(?!(?:on|of|or|for|per|and|with|to|an?|each|every)\b)[\w-]{1,12}\s){0,2}`;
/** Matches the words after such a figure. */
const AFTER: ByKind = {
	rate: new RegExp(
		String.raw`^\s${ADJECTIVES}(?:off|discounts?|savings?|cash\s?back|credits?)\b|^\s(?:more|cheaper|faster|less|lower|higher|growth|increase|uptime|accuracy|satisfaction|conversion)\b|^\sof (?:[\w.']{1,12} ){0,2}(?:users|visitors|people|teams|companies|businesses)\b`,
		'i',
	),
	amount: new RegExp(
		String.raw`^\+?\s?${ADJECTIVES}(?:AOV|ACV|ARR|LTV|off|discounts?|credits?|gift|minimum|(?:payout )?threshold|deal size|value|spend|average|avg|taxes|funding)\b`,
		'i',
	),
};
/** Matches "up to $5,000 a month", which is what a partner might earn in all, but not "$50 a month per customer". */
const EARNINGS =
	/^\s?(?:(?:per|an?|each|every) |\/ ?)?(?:month|mo|year|yr|monthly|annually|yearly)\b(?!.{0,15}\b(?:per|each|every|for)\b)/i;

/** Matches the words before a payout threshold: "Payouts: every Friday from $25". */
const PAYOUTS = /\bpay-?outs\b[^.;]{0,55}$/i;

/**
 * Returns the figures of a clause that are not what the program pays. Amounts in parentheses after a percentage, such
 * as "20% (average $500)", explain the percentage, and so does the limit of "20%, up to $500 per customer".
 */
export function asidesIn(clause: string, figures: readonly Figure[]): Set<Figure> {
	const asides = figures.filter((figure, index) => {
		const { kind, qualifier, start, end } = figure;
		const before = clause.slice(Math.max(0, start - 60), start);
		const after = clause.slice(end, end + 60);
		if (BEFORE[kind].test(before) || FOR_CUSTOMERS.test(before) || AFTER[kind].test(after)) return true;
		if (kind === 'rate') return false;
		if (BEFORE_AMOUNT.test(before) || clause.startsWith('(')) return true;
		if (qualifier === 'from' && PAYOUTS.test(before)) return true;
		if (qualifier !== 'exact' && EARNINGS.test(after)) return true;
		if (!figures.slice(0, index).some((previous) => previous.kind === 'rate')) return false;
		const between = clause.slice(figures[index - 1]!.end, start);
		return /\([^)]*$/.test(between) || (qualifier === 'up_to' && !/[&+/]|\b(?:and|or|plus)\b/i.test(between));
	});
	return new Set(asides);
}

const LIMIT =
	/^\s?(?:per|\/|(?:for |on )?(?:each|every|an?))\s?(?:\w{1,12} )?(?:customer|client|referral|sale|user|account|company|year)\b/i;

/** Returns the words of a limit such as "up to $500 per customer", or null if the figure is not a limit. */
export function limitOf(clause: string, { kind, qualifier, start, end }: Figure): string | null {
	const unit = kind === 'amount' && qualifier === 'up_to' ? LIMIT.exec(clause.slice(end, end + 60)) : null;
	return unit && `up to ${clause.slice(start, end)}${unit[0]}`;
}
