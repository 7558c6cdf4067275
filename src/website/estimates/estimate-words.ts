/** Writes estimates in figures and words, for pages and for scripts in the browser. */
import {
	type AmountRange,
	type Estimate,
	type EstimatedPhase,
	type Expectation,
	estimate,
} from '../../catalog/estimate.ts';
import type { Part, Pay, Phase } from '../../catalog/pay.ts';
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
	const { parts, total } = estimate(pay, expectation);
	const words = {
		total: rangeInWords({ least: Math.round(total.least), most: total.most && Math.round(total.most) }, pay.currency),
		period: expectation.months === 12 ? 'the first year' : 'the first two years',
		calculation: calculationOf(pay, parts),
	};
	return { ...words, sentences: sentencesOf(pay, expectation, words) };
}

function calculationOf({ parts, currency }: Pay, estimated: Estimate['parts']): string {
	const hasAlternatives = parts.some(({ relation }) => relation === 'or');
	const figures = parts.map((part, place) => {
		const sign = part.relation === 'or' ? ' or ' : hasAlternatives ? ', plus ' : ' + ';
		return { sign, words: partInFigures(part, estimated[place]!, currency), isPaid: isPaid(estimated[place]!) };
	});
	// An alternative without a payment is shown, because the total can be 0.
	const shown =
		figures.some(({ isPaid }) => isPaid) && !hasAlternatives ? figures.filter(({ isPaid }) => isPaid) : figures;
	return shown.map(({ sign, words }, place) => (place === 0 ? '' : sign) + words).join('');
}

/** Returns the payments of a part, without the phases that are not reached. */
function partInFigures(part: Part, estimated: readonly EstimatedPhase[], currency: string | null): string {
	const products = part.phases.flatMap(({ every }, place) => {
		const { payments, each } = estimated[place]!;
		if (payments === 0 && isPaid(estimated)) return [];
		return [`${count(payments, EVENTS[every ?? 'once'])} × ${rangeInWords(each, currency)}`];
	});
	return products.join(' + ') + capInWords(part, currency);
}

function isPaid(phases: readonly EstimatedPhase[]): boolean {
	return phases.some(({ payments }) => payments > 0);
}

const EVENTS = { once: 'customer', month: 'payment', year: 'yearly payment' } as const;

function sentencesOf(
	pay: Pay,
	expectation: Expectation,
	{ total, period, calculation }: Omit<EstimateWords, 'sentences'>,
): string[] {
	const { customers, churn } = expectation;
	const phases = pay.parts.flatMap((part) => part.phases);
	const figures = phases.map(({ figure }) => figure);
	return [
		`You refer ${count(customers, 'new customer')} a month.`,
		...(pay.condition === undefined ? [] : [`The commission has a condition: “${pay.condition}”.`]),
		...pay.parts.flatMap((part) =>
			part.phases.map((phase, place) => {
				const cap = place === part.phases.length - 1 ? capInWords(part, pay.currency) : '';
				return `${startOf(part, place)} ${phaseInWords(phase, expectation, pay.currency)}${cap}.`;
			}),
		),
		...(phases.some(({ every }) => every !== undefined)
			? [`Each month, ${number(churn)}% of the customers leave.`]
			: []),
		`In ${period}, that makes ${calculation} = ${total}.`,
		...(figures.includes('up_to')
			? [
					figures.every((figure) => figure === 'up_to')
						? 'Only a maximum is stated, so it may pay much less.'
						: 'A part is only a maximum.',
				]
			: []),
		...(pay.isMinimum || phases.some(({ figure, maximum }) => figure === 'from' && maximum === undefined)
			? ['The program publishes only part of its commission, or only a minimum, so it may pay more.']
			: []),
		...(pay.parts.some(({ relation }) => relation === 'or')
			? ['The program pays one or the other, depending on the sale.']
			: []),
	];
}

/** @param place the position of the phase in its part */
function startOf({ relation }: Part, place: number): string {
	if (place > 0 || relation === 'then') return 'Then it pays';
	if (relation === undefined) return 'The program pays';
	return relation === 'or' ? 'Or it pays' : 'It also pays';
}

/** Returns what a phase pays, such as `at least 20% of $50 for each monthly payment by a customer, at most 12 times`. */
function phaseInWords(phase: Phase, { price, months }: Expectation, currency: string | null): string {
	const { rate, amount, maximum, figure, every, from_month = 1, from_sale = 1, sales } = phase;
	const before = figure === 'up_to' ? 'up to ' : figure === 'from' && maximum === undefined ? 'at least ' : '';
	const upper = maximum === undefined ? null : maximum;
	const pays = [
		amount === undefined
			? ''
			: rangeInWords({ least: amount, most: rate === undefined ? (upper ?? amount) : amount }, currency),
		rate === undefined
			? ''
			: `${number(rate)}${upper === null ? '' : `–${number(upper)}`}% of ${inCurrency(price, currency)}`,
	];
	const last = phase.months === undefined ? null : from_month + phase.months - 1;
	const isLimited = every === 'month' && from_month === 1 && last !== null && last < months;
	return [
		before + pays.filter(Boolean).join(' and '),
		` ${OFTEN[every ?? 'once']}`,
		isLimited ? `, at most ${count(last, 'time')}` : '',
		from_month > 1
			? `, ${span('month', from_month, last)}`
			: every === 'year' && last !== null
				? `, for ${count(last, 'month')}`
				: '',
		from_sale > 1 ? `, ${span('customer', from_sale, sales === undefined ? null : from_sale + sales - 1)}` : '',
		from_sale === 1 && sales !== undefined
			? `, only for the first ${sales === 1 ? 'customer' : count(sales, 'customer')}`
			: '',
	].join('');
}

const OFTEN = {
	once: 'once for each customer',
	month: 'for each monthly payment by a customer',
	year: 'each year for each customer',
} as const;

/** `for customer 2`, `for customers 6 to 10` or `from month 4`. */
function span(noun: string, first: number, last: number | null): string {
	if (last === null) return `from ${noun} ${number(first)}`;
	return last <= first ? `for ${noun} ${number(first)}` : `for ${noun}s ${number(first)} to ${number(last)}`;
}

/** `, at most $1,200 a customer`. */
function capInWords({ cap, cap_per }: Part, currency: string | null): string {
	if (cap === undefined) return '';
	return `, at most ${inCurrency(cap, currency)} ${cap_per === 'total' ? 'in total' : `a ${cap_per}`}`;
}

function rangeInWords({ least, most }: AmountRange, currency: string | null): string {
	const low = inCurrency(least, currency);
	if (most === null) return `${low} or more`;
	return most === least ? low : `${low}–${inCurrency(most, currency)}`;
}

/**
 * Writes an amount with its currency. Leaves out the words "(currency not stated)", because they would not fit in a
 * range.
 */
function inCurrency(amount: number, currency: string | null): string {
	return money(amount, currency).figure;
}
