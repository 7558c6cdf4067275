/** What a program could earn someone in a year: the page shows it, and the browser works it out anew as one types. */
import type { ListedProgram } from './listed-program.ts';
import { count } from './numbers.ts';

/** What an estimate needs to know of a program. */
export type Pay = Pick<
	ListedProgram,
	'commission_type' | 'commission_rate' | 'commission_amount' | 'commission_duration' | 'currency'
>;

/** What someone expects. */
export interface Expectation {
	/** New customers in each month. */
	readonly referrals: number;
	/** What a customer pays at a time. */
	readonly price: number;
}

/** What the fields start with. */
export const FIRST_EXPECTATION: Expectation = { referrals: 10, price: 50 };

/** Just what an estimate needs of a program; null where it does not say in figures what it pays. */
export function payOf(program: Pay): Pay | null {
	const { commission_type, commission_rate, commission_amount, commission_duration, currency } = program;
	if (commission_rate === null && commission_amount === null) return null;
	return { commission_type, commission_rate, commission_amount, commission_duration, currency };
}

/** How many months a duration says: 12 of `12 months`, 24 of `2 years`; null where it names no end. */
export function monthsOf(duration: string | null): number | null {
	const [, digits, unit] = /(\d+)[\s-]*(month|year)/i.exec(duration ?? '') ?? [];
	if (digits === undefined || unit === undefined) return null;
	return Number(digits) * (unit.toLowerCase() === 'year' ? 12 : 1);
}

const YEAR = 12;

/** What the first year earns, and its last month alone. A recurring commission is paid again for all who came before. */
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

/** What an estimate takes for granted, in words. */
export function assumption(pay: Pay): string {
	if (pay.commission_type === 'recurring') {
		const months = monthsOf(pay.commission_duration);
		const end = months !== null && months < YEAR ? `, for ${count(months, 'month')} each` : '';
		return `Every customer stays for the whole year and pays each month, and the program pays each time${end}.`;
	}
	if (pay.commission_type === 'one_time') return 'The program pays once for each new customer.';
	return `Each new customer is counted once. What a ${pay.commission_type} program pays beyond that is left out.`;
}
