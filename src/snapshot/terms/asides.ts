/** Recognizes figures that are not what the program pays, such as discounts, prices and averages. */
import {
	AFTER,
	BEFORE,
	BEFORE_AMOUNT,
	CAP,
	EARNINGS,
	EQUALS,
	FOR_CUSTOMERS,
	IS_PAY,
	PARTNERS_EARN,
	PAYOUTS,
} from './aside-words.ts';
import type { Figure } from './figures.ts';

/** How many characters before and after a figure are read. */
const NEAR = 60;

/**
 * Returns the figures of a clause that are not what the program pays. Amounts in parentheses after a percentage, such
 * as "20% (average $500)", explain the percentage, and so does the limit of "20%, up to $500 per customer".
 */
export function asidesIn(clause: string, figures: readonly Figure[]): Set<Figure> {
	return new Set(figures.filter((figure, index) => isAside(figure, figures.slice(0, index), clause)));
}

function isAside(figure: Figure, earlier: readonly Figure[], clause: string): boolean {
	const { kind, qualifier, start, end } = figure;
	const before = clause.slice(Math.max(0, start - NEAR), start);
	const after = clause.slice(end, end + NEAR);
	if (BEFORE[kind].test(before) || AFTER[kind].test(after)) return true;
	if (FOR_CUSTOMERS.test(before) && !IS_PAY.test(after)) return true;
	if (kind === 'rate') return false;
	if (BEFORE_AMOUNT.test(before) || clause.startsWith('(')) return true;
	if (qualifier === 'from' && PAYOUTS.test(before)) return true;
	if ((qualifier !== 'exact' || PARTNERS_EARN.test(before)) && EARNINGS.test(after)) return true;
	const last = earlier.at(-1);
	if (last && CAP.test(before)) return true;
	if (!earlier.some((previous) => previous.kind === 'rate')) return false;
	const between = clause.slice(last!.end, start);
	if (/\([^)]*$/.test(between) || EQUALS.test(between)) return true;
	return qualifier === 'up_to' && !/[&+/]|\b(?:and|or|plus)\b/i.test(between);
}

const LIMIT =
	/^\s?(?:per|\/|(?:for |on )?(?:each|every|an?))\s?(?:\w{1,12} )?(?:customer|client|referral|sale|user|account|company|year|month|order|deal)\b/i;

/**
 * Returns the limit of what is paid in all, such as "$500 per customer" for the text "up to $500 per customer" or "capped
 * at $500 per customer", or null if the figure is not a limit.
 */
export function limitOf(clause: string, figure: Figure): { text: string; words: string } | null {
	const { kind, qualifier, start, end } = figure;
	if (kind !== 'amount' || qualifier !== 'up_to') return null;
	const unit = LIMIT.exec(clause.slice(end, end + NEAR))?.[0];
	if (unit === undefined && !CAP.test(clause.slice(Math.max(0, start - NEAR), start))) return null;
	const text = clause.slice(start, end) + (unit ?? '');
	return { text, words: `up to ${text}` };
}
