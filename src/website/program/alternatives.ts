import { COMMISSION_FIELDS, commissionOf } from '../../catalog/commission.ts';
import { type PublishedProgram, rankedRating } from '../../catalog/published.ts';
import { pick } from '../../shared/pick.ts';
import type { SiteProgram } from '../directory/directory.ts';

const FIELDS = [
	'slug',
	'name',
	'description',
	'availability',
	...COMMISSION_FIELDS,
	'currency',
	'cookie_days',
	'rating_average',
	'review_count',
	'logo',
] as const;

/**
 * A similar program, reduced to the few fields that the page shows, so that changes to other fields do not affect the
 * page.
 */
export interface Alternative extends Pick<SiteProgram, (typeof FIELDS)[number]> {
	/** Its advantages over the page's program. Empty if there are none. */
	readonly advantages: string;
}

/** @param program the page's program */
export function alternative(other: SiteProgram, program: PublishedProgram): Alternative {
	return { ...pick(other, FIELDS), advantages: advantages(other, program) };
}

/**
 * Lists the advantages of `other` over `program`, for example `higher commission, longer cookie`. Ignores unknown
 * terms. Returns an empty string if there are no advantages.
 */
export function advantages(other: PublishedProgram, program: PublishedProgram): string {
	const better = [
		paysMore(other, program) && 'higher commission',
		isGreater(other.cookie_days, program.cookie_days) && 'longer cookie',
		isGreater(rankedRating(other), rankedRating(program)) && 'higher rating',
	];
	return better.filter(Boolean).join(', ');
}

/**
 * Whether `other` pays more than `program`. Both commissions must be exact or minimum figures that apply to every sale,
 * and have the same type. Rates are compared only if neither program pays an amount. Amounts are compared only if the
 * currencies and the rates are equal.
 */
function paysMore(other: PublishedProgram, program: PublishedProgram): boolean {
	const [a, b] = [commissionOf(other), commissionOf(program)];
	if (!a.isComparable || !b.isComparable || a.type !== b.type) return false;
	if (a.amount === null && b.amount === null) return isGreater(a.rate, b.rate);
	return other.currency === program.currency && a.rate === b.rate && isGreater(a.amount, b.amount);
}

/** Whether `a` is greater than `b`. False if either is unknown. */
function isGreater(a: number | null, b: number | null): boolean {
	return a !== null && b !== null && a > b;
}
