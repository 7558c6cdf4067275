/** Converts a program's terms into the values that estimates need, so that browsers only have to calculate. */
import { type CommissionFields, commissionOf } from './commission.ts';
import type { CommissionQualifier } from './commission-qualifier.ts';

export interface Pay {
	/** The share that the program pays of each customer payment, in percent; null if it pays no share. */
	readonly rate: number | null;
	/** The amount that the program pays for each customer payment, in its currency; null if it pays no fixed amount. */
	readonly amount: number | null;
	/** How many of a customer's monthly payments earn a commission in the first year: 1 to 12. */
	readonly payments: number;
	/** Whether the figures are exact, a minimum, a maximum, or alternatives, of which the program pays only one. */
	readonly figure: CommissionQualifier;
	readonly currency: string | null;
}

/** The number of months that an estimate covers. */
export const MONTHS = 12;

/** Returns the pay of a program, or null if the program's terms are unclear or have no figures. */
export function payOf(program: CommissionFields & { readonly currency: string | null }): Pay | null {
	const { type, rate, amount, qualifier } = commissionOf(program);
	if (qualifier === null) return null;
	const months = monthsOf(program.commission_duration) ?? MONTHS;
	return {
		rate,
		amount,
		payments: type === 'recurring' ? Math.max(1, Math.min(MONTHS, months)) : 1,
		// The published figure is only a part of what hybrid and tiered programs pay, so it is a minimum.
		figure: qualifier === 'exact' && (type === 'hybrid' || type === 'tiered') ? 'from' : qualifier,
		currency: program.currency,
	};
}

/** Returns the number of months in a duration: 24 for `2 years`; null if the duration names no months or years. */
export function monthsOf(duration: string | null): number | null {
	const [, digits, unit] = /(\d+)[\s-]*(month|year)/i.exec(duration ?? '') ?? [];
	if (digits === undefined || unit === undefined) return null;
	return Number(digits) * (unit.toLowerCase() === 'year' ? 12 : 1);
}
