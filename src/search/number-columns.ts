import { commissionOf } from '../catalog/commission.ts';
import type { PublishedProgram } from '../catalog/published.ts';

interface NumberRow {
	/** Returns a program's number, or null if it is unknown. */
	readonly of: (program: PublishedProgram) => number | null;
	/** The unit after the name of a range, such as `Cookie, days`. */
	readonly unit: string;
	/** The minimums that the explorer offers, each with the number of programs that reach it. */
	readonly steps: readonly number[];
}

/** The numbers that range filters compare. */
export const NUMBER_COLUMNS = {
	commission_rate: { of: (program) => program.commission_rate, unit: '%', steps: [] },
	/**
	 * The percentage that a program pays at least. Maximums, one of two figures, contradictions, and what does not count as
	 * pay are unknown.
	 */
	guaranteed_rate: {
		of: (program) => {
			const { rate, qualifier, isCounted } = commissionOf(program);
			return isCounted && (qualifier === 'exact' || qualifier === 'from') ? rate : null;
		},
		unit: '%',
		steps: [10, 20, 30, 50],
	},
	cookie_days: {
		of: (program) => program.cookie_days,
		unit: 'days',
		steps: [30, 60, 90, 365],
	},
	rating_average: { of: (program) => program.rating_average, unit: 'of 5', steps: [3, 4, 4.5] },
} as const satisfies { readonly [column: string]: NumberRow };

export type NumberColumn = keyof typeof NUMBER_COLUMNS;

export const NUMBER_COLUMN_NAMES = Object.keys(NUMBER_COLUMNS) as NumberColumn[];
