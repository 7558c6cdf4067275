/** A program's pay in the form that estimates need. Terms are interpreted here, so browsers only have to calculate. */
import { type CommissionFields, commissionOf } from './commission.ts';
import type { CommissionQualifier } from './commission-qualifier.ts';

export interface Pay {
	/** The share of each payment by a customer, in percent; null if the program pays none. */
	readonly rate: number | null;
	/** The amount for each payment by a customer, in the currency of the program; null if it pays none. */
	readonly amount: number | null;
	/** The number of monthly payments of one customer that earn a commission in the first year: 1 to 12. */
	readonly payments: number;
	/** Whether the figures are exact, a minimum, a maximum, or alternatives of which the program pays one. */
	readonly figure: CommissionQualifier;
	readonly currency: string | null;
}

/** The number of months that an estimate covers. */
export const MONTHS = 12;

/** The pay of a program; null if its terms are unclear or have no figures. */
export function payOf(program: CommissionFields & { readonly currency: string | null }): Pay | null {
	const { type, rate, amount, qualifier } = commissionOf(program);
	if (qualifier === null) return null;
	const months = monthsOf(program.commission_duration) ?? MONTHS;
	return {
		rate,
		amount,
		payments: type === 'recurring' ? Math.max(1, Math.min(MONTHS, months)) : 1,
		// The published figure is only a part of what programs of these types pay.
		figure: qualifier === 'exact' && (type === 'hybrid' || type === 'tiered') ? 'from' : qualifier,
		currency: program.currency,
	};
}

/** The number of months in a duration: 12 for `12 months`, 24 for `2 years`; null if it names no months or years. */
export function monthsOf(duration: string | null): number | null {
	const [, digits, unit] = /(\d+)[\s-]*(month|year)/i.exec(duration ?? '') ?? [];
	if (digits === undefined || unit === undefined) return null;
	return Number(digits) * (unit.toLowerCase() === 'year' ? 12 : 1);
}
