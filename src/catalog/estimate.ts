/** Estimates what a program pays in the first year or two. The search, pages and browser scripts all use these functions. */
import type { Pay, Period } from './pay.ts';

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

export interface Estimate {
	/** The number of customer payments that earn a commission. */
	readonly payments: number;
	/** The commission for each of the `payments`. */
	readonly each: AmountRange;
	readonly total: AmountRange;
}

/**
 * Estimates what a program pays. Rounds the number of payments to a whole number and the commission for each payment to
 * cents, so that readers can check the calculation.
 */
export function estimate(pay: Pay, { price, customers, churn, months }: Expectation): Estimate {
	const payments = Math.round(customers * paymentsPerCustomer(pay.payments, churn, months));
	const { least, most } = payEach(pay, price);
	const each = { least: toCents(least), most: most === null ? null : toCents(most) };
	const total = { least: payments * each.least, most: each.most === null ? null : payments * each.most };
	return { payments, each, total };
}

function toCents(amount: number): number {
	return Math.round(amount * 100) / 100;
}

/** Returns the commission for one payment by a customer. If the figure is a maximum, `least` is 0. */
export function payEach({ rate, amount, figure }: Omit<Pay, 'payments' | 'currency'>, price: number): AmountRange {
	const share = (price * (rate ?? 0)) / 100;
	const fixed = amount ?? 0;
	if (figure === 'either') return { least: Math.min(share, fixed), most: Math.max(share, fixed) };
	const sum = share + fixed;
	if (figure === 'up_to') return { least: 0, most: sum };
	return { least: sum, most: figure === 'from' ? null : sum };
}

/**
 * Returns the number of payments that earn a commission, if there is one new customer each month: in 12 months 78 if
 * every customer stays and every payment earns a commission, and 12 if only each customer's first payment does.
 *
 * @param paid how many monthly payments of each customer earn a commission
 */
export function paymentsPerCustomer(paid: number, churn: number, months: Period): number {
	let sum = 0;
	for (let age = 0; age < Math.min(paid, months); age++) sum += (months - age) * (1 - churn / 100) ** age;
	return sum;
}
