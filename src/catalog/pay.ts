/** Converts a program's terms into the values that estimates need, so that browsers only have to calculate. */
import { type CommissionFields, commissionOf } from './commission.ts';
import type { CommissionQualifier } from './offer.ts';

export interface Pay {
	/** The commission as a percentage of each customer payment, or null if the program pays no percentage. */
	readonly rate: number | null;
	/** The fixed commission for each customer payment, in the program's currency, or null if there is none. */
	readonly amount: number | null;
	/** How many of a customer's monthly payments earn a commission in the longest period of an estimate: 1 to 24. */
	readonly payments: number;
	/** Whether the figures are exact, a minimum, a maximum, or two alternatives of which the program pays one. */
	readonly figure: CommissionQualifier;
	readonly currency: string | null;
}

/** The numbers of months that an estimate can cover, the usual one first. */
export const PERIODS = [12, 24] as const;
export type Period = (typeof PERIODS)[number];

const LONGEST_PERIOD = Math.max(...PERIODS);

/**
 * Returns the pay of a program, or null if it has no figures, or pays for something other than payments of customers,
 * such as leads.
 */
export function payOf(program: CommissionFields & { readonly currency: string | null }): Pay | null {
	const { type, rate, amount, qualifier, months } = commissionOf(program);
	if (qualifier === null || NOT_PAYMENTS.includes(program.commission_per)) return null;
	return {
		rate,
		amount,
		payments: Math.max(1, Math.min(LONGEST_PERIOD, months ?? LONGEST_PERIOD)),
		// The published figure is only a part of what hybrid and tiered programs pay, so it is a minimum.
		figure: qualifier === 'exact' && (type === 'hybrid' || type === 'tiered') ? 'from' : qualifier,
		currency: program.currency,
	};
}

const NOT_PAYMENTS: readonly CommissionFields['commission_per'][] = ['lead', 'signup', 'other'];
