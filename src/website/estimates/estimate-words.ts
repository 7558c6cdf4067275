/** Writes estimates in figures and words, for pages and for scripts in the browser. */
import { type AmountRange, type Expectation, estimate } from '../../catalog/estimate.ts';
import type { Pay } from '../../catalog/pay.ts';
import { count, money, number } from '../format/numbers.ts';

export interface EstimateWords {
	/** The earnings in the period: `$7,620`, `$0–$7,620` or `$7,620 or more`. */
	readonly total: string;
	/** `the first year` or `the first two years`. */
	readonly period: string;
	/** The calculation in short form: `508 payments × $15`. */
	readonly calculation: string;
	readonly sentences: readonly string[];
}

export function estimateWords(pay: Pay, expectation: Expectation): EstimateWords {
	const { payments, each, total } = estimate(pay, expectation);
	const words = {
		total: rangeInWords({ least: Math.round(total.least), most: total.most && Math.round(total.most) }, pay.currency),
		period: expectation.months === 12 ? 'the first year' : 'the first two years',
		calculation: `${count(payments, 'payment')} × ${rangeInWords(each, pay.currency)}`,
	};
	return { ...words, sentences: sentencesOf(pay, expectation, words) };
}

function sentencesOf(
	pay: Pay,
	{ price, customers, churn, months }: Expectation,
	{ total, period, calculation }: Omit<EstimateWords, 'sentences'>,
): string[] {
	const { rate, amount, payments, figure, currency } = pay;
	const pays = [
		amount === null ? '' : inCurrency(amount, currency),
		rate === null ? '' : `${number(rate)}% of ${inCurrency(price, currency)}`,
	].filter(Boolean);
	const often = payments === 1 ? 'once for each customer' : 'for each monthly payment by a customer';
	const end = payments > 1 && payments < months ? `, at most ${payments} times` : '';
	return [
		`You refer ${count(customers, 'new customer')} a month.`,
		`The program pays ${BEFORE[figure]}${pays.join(figure === 'either' ? ' or ' : ' and ')} ${often}${end}.`,
		...(payments > 1 ? [`Each month, ${number(churn)}% of the customers leave.`] : []),
		`In ${period}, that makes ${calculation} = ${total}.`,
		...(NOTES[figure] ?? []),
	];
}

const BEFORE: { readonly [F in Pay['figure']]: string } = { exact: '', from: 'at least ', up_to: 'up to ', either: '' };
const NOTES: { readonly [F in Pay['figure']]?: readonly string[] } = {
	up_to: ['The program publishes only a maximum, so it may pay much less.'],
	from: ['The program publishes only part of its commission, or only a minimum, so it may pay more.'],
	either: ['The program pays one or the other, depending on the sale.'],
};

function rangeInWords({ least, most }: AmountRange, currency: string | null): string {
	const low = inCurrency(least, currency);
	if (most === null) return `${low} or more`;
	return most === least ? low : `${low}–${inCurrency(most, currency)}`;
}

/**
 * Writes an amount with its currency. Leaves out the words "(currency not published)", because they would not fit in a
 * range.
 */
function inCurrency(amount: number, currency: string | null): string {
	return money(amount, currency).figure;
}
