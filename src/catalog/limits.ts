/** The lowest and the highest value of each kind of number in records. `data/schema.sql` has the same limits. */
export const LIMITS = {
	/** Commissions can exceed the price of what is sold. */
	percentage: [0, 1000],
	/** High enough for currencies with small units, such as dong and rupiah. */
	amount: [0, 10_000_000_000],
	days: [0, 36_500],
	months: [0, 1200],
	count: [0, Number.MAX_SAFE_INTEGER],
	rating: [1, 5],
} as const;

export type NumberKind = keyof typeof LIMITS;
