/** Estimates the earnings from a program in a year. The browser recalculates them as the visitor types. */

import type { Pay } from './pay.ts';

/** The visitor’s expectations. */
export interface Expectation {
	/** New customers in each month. */
	readonly referrals: number;
	/** The amount of each payment by a customer. */
	readonly price: number;
}

/** The initial values of the fields. */
export const FIRST_EXPECTATION: Expectation = { referrals: 10, price: 50 };

/** The number of months in a duration: 12 for `12 months`, 24 for `2 years`; null if it names no months or years. */
export function monthsOf(duration: string | null): number | null {
	const [, digits, unit] = /(\d+)[\s-]*(month|year)/i.exec(duration ?? '') ?? [];
	if (digits === undefined || unit === undefined) return null;
	return Number(digits) * (unit.toLowerCase() === 'year' ? 12 : 1);
}

const YEAR = 12;

/**
 * The earnings of the first year, and of its last month. A recurring commission is also paid for the customers of
 * earlier months.
 */
export function estimate(pay: Pay, { referrals, price }: Expectation): { year: number; lastMonth: number } {
	const once = (price * (pay.commission_rate ?? 0)) / 100 + (pay.commission_amount ?? 0);
	const paidFor = pay.commission_type === 'recurring' ? (monthsOf(pay.commission_duration) ?? YEAR) : 1;
	let year = 0;
	let lastMonth = 0;
	for (let month = 1; month <= YEAR; month++) {
		lastMonth = Math.min(month, paidFor) * referrals * once;
		year += lastMonth;
	}
	return { year, lastMonth };
}

/** The assumption of the estimate, in words. */
export function assumption(pay: Pay): string {
	if (pay.commission_type === 'recurring') {
		const months = monthsOf(pay.commission_duration);
		const end =
			months !== null && months < YEAR
				? `, for the first ${months === 1 ? 'month' : `${months} months`} of each customer`
				: '';
		return `Assumes that every customer stays for the whole year and pays monthly, and that the program pays for every payment${end}.`;
	}
	if (pay.commission_type === 'one_time') return 'Assumes that the program pays once for each new customer.';
	return `Counts one payment at the published rate for each new customer. A ${pay.commission_type} program may pay more.`;
}
