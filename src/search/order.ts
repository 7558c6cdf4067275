/** The orders of programs (decisions, Order). Every one is total: ties fall to review count, then to the slug. */
import type { PublishedProgram } from '../catalog/published.ts';

interface Sort {
	/** What the order is, in a few words. */
	readonly meaning: string;
	/** What it goes by; null comes last, whatever the direction. */
	readonly value: (program: PublishedProgram) => number | null;
	readonly direction: 'ascending' | 'descending';
}

/** The values of the parameter `sort`, as the interface lists them. */
export const SORTS = {
	trending: { meaning: 'Most viewed first', value: (program) => program.views, direction: 'descending' },
	commission_desc: {
		meaning: 'Highest commission rate first',
		value: (program) => program.commission_rate,
		direction: 'descending',
	},
	commission_asc: {
		meaning: 'Lowest commission rate first',
		value: (program) => program.commission_rate,
		direction: 'ascending',
	},
	cookie_desc: {
		meaning: 'Longest cookie duration first',
		value: (program) => program.cookie_days,
		direction: 'descending',
	},
	rating_desc: { meaning: 'Highest rated first', value: (program) => program.rating_average, direction: 'descending' },
	reviews_desc: { meaning: 'Most reviewed first', value: (program) => program.review_count, direction: 'descending' },
	newest: {
		meaning: 'Most recently added first',
		value: (program) => Date.parse(program.created_at),
		direction: 'descending',
	},
} as const satisfies { readonly [name: string]: Sort };

export type SortName = keyof typeof SORTS;

export const SORT_NAMES = Object.keys(SORTS) as [SortName, ...SortName[]];

type Compare = (a: PublishedProgram, b: PublishedProgram) => number;

/** A comparison of programs by one of the sorts. */
export function compareBy(name: SortName): Compare {
	const { value, direction } = SORTS[name];
	const sign = direction === 'ascending' ? 1 : -1;
	return (a, b) => compareValues(value(a), value(b), sign) || compareTies(a, b);
}

/** The order without `sort`: featured programs first, then as `trending`. */
export function compareDefault(a: PublishedProgram, b: PublishedProgram): number {
	return Number(b.featured) - Number(a.featured) || compareBy('trending')(a, b);
}

function compareValues(a: number | null, b: number | null, sign: number): number {
	if (a === null || b === null) return Number(a === null) - Number(b === null);
	return sign * (a - b);
}

function compareTies(a: PublishedProgram, b: PublishedProgram): number {
	if (a.review_count !== b.review_count) return b.review_count - a.review_count;
	// Slugs are ASCII, where JavaScript's order of strings is the order of code points.
	return a.slug < b.slug ? -1 : Number(a.slug > b.slug);
}
