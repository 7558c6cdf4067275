/** Estimates what a program pays in the first year or two. The search, pages and browser scripts all use these functions. */
import type { Part, Pay, Period, Phase } from './pay.ts';

export interface Expectation {
	/** The amount of each customer payment, in the program's currency. */
	readonly price: number;
	/** The number of new customers each month. */
	readonly customers: number;
	/** The share of customers who leave each month, in percent. */
	readonly churn: number;
	/** The number of months that the estimate covers. */
	readonly months: Period;
}

/** An example, for the assumptions that a visitor has not entered. */
export const FIRST_EXPECTATION: Expectation = { price: 50, customers: 10, churn: 5, months: 12 };

/** The highest value of each assumption that visitors may enter as a number. The lowest is 0. */
export const MOST_EXPECTED: Omit<Expectation, 'months'> = { price: 1e9, customers: 1e6, churn: 100 };

/** An amount that may not be known exactly. */
export interface AmountRange {
	readonly least: number;
	/** The largest amount, or null if there is no upper limit. */
	readonly most: number | null;
}

/** What one phase pays, without the cap of its part. */
export interface EstimatedPhase {
	/** The number of times that it is paid. */
	readonly payments: number;
	/** The commission for each of the `payments`. */
	readonly each: AmountRange;
}

export interface Estimate {
	/** The phases of each part of the pay. */
	readonly parts: readonly (readonly EstimatedPhase[])[];
	readonly total: AmountRange;
}

/**
 * Estimates what a program pays. Rounds the numbers of payments to whole numbers and the commission for each payment to
 * cents, so that readers can check the calculation.
 */
export function estimate(pay: Pay, expectation: Expectation): Estimate {
	const parts = pay.parts.map(({ phases }) =>
		phases.map((phase) => ({
			payments: Math.round(paymentsOf(phase, expectation)),
			each: payEach(phase, expectation.price),
		})),
	);
	const totals = pay.parts.map((part, place) => totalOf(part, parts[place]!, expectation));
	const { least, most } = joined(pay.parts, totals);
	return { parts, total: { least: toCents(least), most: pay.isMinimum || most === null ? null : toCents(most) } };
}

/** Adds up the parts. Of alternatives, at least the lower one and at most the higher one is paid. */
function joined(parts: readonly Part[], totals: readonly AmountRange[]): AmountRange {
	/** The sums of the alternatives, for each of the parts that are all paid. */
	const sums: AmountRange[][] = [];
	for (const [place, { relation }] of parts.entries()) {
		const total = totals[place]!;
		const last = sums.at(-1);
		if (last && relation === 'or') last.push(total);
		else if (last && relation === 'then') last.push(sum([last.pop()!, total]));
		else sums.push([total]);
	}
	return sum(
		sums.map((alternatives) => ({
			least: Math.min(...alternatives.map(({ least }) => least)),
			most: alternatives.some(({ most }) => most === null) ? null : Math.max(...alternatives.map(({ most }) => most!)),
		})),
	);
}

function sum(ranges: readonly AmountRange[]): AmountRange {
	return {
		least: ranges.reduce((all, { least }) => all + least, 0),
		most: ranges.reduce<number | null>((all, { most }) => (all === null || most === null ? null : all + most), 0),
	};
}

function totalOf(part: Part, phases: readonly EstimatedPhase[], expectation: Expectation): AmountRange {
	const { cap } = part;
	if (cap === undefined) {
		return sum(
			phases.map(({ payments, each: { least, most } }) => ({
				least: payments * least,
				most: most === null ? null : payments * most,
			})),
		);
	}
	const each = phases.map(({ each }) => each);
	// The cap is also the upper limit of one commission.
	return {
		least: capped(
			part,
			cap,
			each.map(({ least }) => Math.min(least, cap)),
			expectation,
		),
		most: capped(
			part,
			cap,
			each.map(({ most }) => Math.min(most ?? cap, cap)),
			expectation,
		),
	};
}

/** @param each the commission for each payment, by phase */
function capped(part: Part, cap: number, each: readonly number[], expectation: Expectation): number {
	const { phases, cap_per } = part;
	const { months } = expectation;
	const paidIn = (most: number) => sumOf(phases.map((phase, i) => each[i]! * paymentsOf(phase, expectation, most)));
	switch (cap_per) {
		case 'customer':
			return cappedForCustomers(part, cap, each, expectation);
		case 'month':
		case 'year': {
			const length = cap_per === 'month' ? 1 : 12;
			const ends = Array.from({ length: months / length }, (_, period) => (period + 1) * length);
			return sumOf(ends.map((end) => Math.min(cap, paidIn(end) - paidIn(end - length))));
		}
		default:
			return Math.min(cap, paidIn(months));
	}
}

/** Adds up what each customer earns until the cap. Phases for the same customers follow each other. */
function cappedForCustomers(
	{ phases }: Part,
	cap: number,
	each: readonly number[],
	{ customers, churn, months }: Expectation,
): number {
	let total = 0;
	let paid = 0;
	for (const [place, phase] of phases.entries()) {
		if (phase.from_sale !== phases[place - 1]?.from_sale) paid = 0;
		for (const age of agesOf(phase, months)) {
			const more = Math.min(each[place]!, cap - paid);
			paid += more;
			total += more * customersOf(phase, (months - age) * customers) * staying(age, churn);
		}
	}
	return total;
}

/** Returns how often a phase is paid in the first months: 78 times in 12 months, if one customer comes each month and stays. */
export function paymentsOf(
	phase: Phase,
	{ customers, churn, months }: Pick<Expectation, 'customers' | 'churn' | 'months'>,
	first: number = months,
): number {
	return sumOf(agesOf(phase, first).map((age) => customersOf(phase, (first - age) * customers) * staying(age, churn)));
}

/** Returns how many months old a customer is when a phase is paid, for customers who come in the first of some months. */
function agesOf({ every, from_month = 1, months = Number.POSITIVE_INFINITY }: Phase, most: number): number[] {
	const start = from_month - 1;
	const step = every === 'year' ? 12 : 1;
	const end = Math.min(most, start + (every === undefined ? 1 : months));
	const ages: number[] = [];
	for (let age = start; age < end; age += step) ages.push(age);
	return ages;
}

/** Returns for how many customers a phase is paid, of a number of customers who have come. */
function customersOf({ from_sale = 1, sales = Number.POSITIVE_INFINITY }: Phase, all: number): number {
	return Math.max(0, Math.min(all - (from_sale - 1), sales));
}

/** Returns the share of customers who stay for a number of months. */
function staying(months: number, churn: number): number {
	return (1 - churn / 100) ** months;
}

/** Returns the commission for one payment by a customer, in cents. If the figure is a maximum, `least` is 0. */
function payEach({ rate, amount = 0, maximum, figure }: Phase, price: number): AmountRange {
	const withShare = (percent: number) => (price * percent) / 100 + amount;
	const least = rate === undefined ? amount : withShare(rate);
	const most = maximum === undefined ? least : rate === undefined ? maximum : withShare(maximum);
	return {
		least: figure === 'up_to' ? 0 : toCents(least),
		most: figure === 'from' && maximum === undefined ? null : toCents(most),
	};
}

function toCents(amount: number): number {
	return Math.round(amount * 100) / 100;
}

function sumOf(numbers: readonly number[]): number {
	return numbers.reduce((all, one) => all + one, 0);
}
