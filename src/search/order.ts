/**
 * The sort orders of programs. See decisions, Order. Programs that are otherwise equal are sorted by review count,
 * highest first, and then by slug.
 */
import { commissionOf } from '../catalog/commission.ts';
import { type PublishedProgram, rankedRating } from '../catalog/published.ts';
import { compareText } from '../shared/text.ts';
import { add, type Bitset, has, members } from './bitset.ts';
import type { ProgramSet } from './program-set.ts';

interface Sort {
	readonly meaning: string;
	/** The program's group. In both directions, programs in a group with a lower number come first. */
	readonly group?: (program: PublishedProgram) => number;
	/** The value to sort by. Null comes last in both directions. */
	readonly value: (program: PublishedProgram) => number | null;
	readonly direction: 'ascending' | 'descending';
	/** Whether programs that are closed to new publishers come last, after those without a value. */
	readonly closedLast?: true;
}

/** The sort orders that the interface defines. */
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

/** The order by what matches the search text. It is not among `SORTS`, because it depends on the text. */
export const RELEVANCE = {
	name: 'relevance',
	meaning: 'Best match for `q` first, or the program most similar to that of `similar_to`',
} as const;

/**
 * Programs that pay at least their rate for every sale come first, then programs that may pay less. Programs with
 * contradictory terms, and those whose figures do not count as pay, come last.
 */
const byPay = {
	group: (program) => Number(!commissionOf(program).isComparable),
	value: (program) => {
		const { rate, isCounted } = commissionOf(program);
		return isCounted ? rate : null;
	},
	closedLast: true,
} as const satisfies Partial<Sort>;

/** The sort orders that are extensions of the interface. */
const MORE_SORTS = {
	guaranteed_desc: {
		...byPay,
		meaning: 'Highest commission rate first; maximums and rates that are not paid for every sale come after the others',
		direction: 'descending',
	},
	guaranteed_asc: {
		...byPay,
		meaning: 'Lowest commission rate first; maximums and rates that are not paid for every sale come after the others',
		direction: 'ascending',
	},
	checked_desc: {
		meaning: 'Most recently checked first',
		// Programs that no editor has checked are sorted by the date of their import.
		group: (program) => Number(program.checked_at === null),
		value: ({ checked_at, imported_at }) => timeOf(checked_at ?? imported_at),
		direction: 'descending',
		closedLast: true,
	},
} as const satisfies { readonly [name: string]: Sort };

/** The sort orders that the index stores: those above, and two orders that only the website has. */
export const ORDERS = {
	...SORTS,
	...MORE_SORTS,
	listed: {
		meaning: 'Featured first',
		group: listedGroup,
		value: (program) => program.views,
		direction: 'descending',
		closedLast: true,
	},
	ranked: {
		// Programs with few reviews are not ranked by their rating. They come after the others, most reviewed first.
		meaning: 'Highest rated first',
		group: (program) => Number(rankedRating(program) === null),
		value: (program) => rankedRating(program) ?? program.review_count,
		direction: 'descending',
	},
} as const satisfies { readonly [name: string]: Sort };

/** The values of the parameter `sort`. The estimate is not stored, because it depends on what the visitor expects. */
export const SORT_PARAMETER = {
	...SORTS,
	...MORE_SORTS,
	relevance: { meaning: RELEVANCE.meaning, direction: 'descending' },
	estimate: { meaning: 'Highest estimated earnings first', direction: 'descending' },
} as const;

export type SortParameter = keyof typeof SORT_PARAMETER;

export const SORT_PARAMETER_NAMES = Object.keys(SORT_PARAMETER) as [SortParameter, ...SortParameter[]];

function timeOf(timestamp: string | null): number | null {
	return timestamp === null ? null : Date.parse(timestamp);
}

export type OrderName = keyof typeof ORDERS;

export const ORDER_NAMES = Object.keys(ORDERS) as [OrderName, ...OrderName[]];

interface SortedProgram {
	readonly program: PublishedProgram;
	readonly value: number | null;
	readonly group: number;
	readonly isLast: boolean;
}

function placeOf(sort: Sort, program: PublishedProgram): SortedProgram {
	const value = sort.value(program);
	// All programs without a value come last, regardless of their group.
	const group = value === null ? 0 : (sort.group?.(program) ?? 0);
	return { program, value, group, isLast: sort.closedLast === true && program.availability === 'closed' };
}

function comparePlaces({ direction }: Sort, a: SortedProgram, b: SortedProgram): number {
	return (
		Number(a.isLast) - Number(b.isLast) ||
		Number(a.value === null) - Number(b.value === null) ||
		a.group - b.group ||
		(direction === 'ascending' ? 1 : -1) * (a.value! - b.value!) ||
		compareTies(a.program, b.program)
	);
}

/**
 * Returns the program numbers, 0 to count - 1, in a sort order. Reads the value of each program only once, instead of
 * in each comparison.
 */
export function sortedBy(name: OrderName, programs: readonly PublishedProgram[]): Uint32Array {
	const places = programs.map((program) => placeOf(ORDERS[name], program));
	return Uint32Array.from(programs.keys()).sort((a, b) => comparePlaces(ORDERS[name], places[a]!, places[b]!));
}

/** Returns a function that compares two programs in the order of `sortedBy`. */
export function compareBy(name: OrderName): (a: PublishedProgram, b: PublishedProgram) => number {
	const sort = ORDERS[name];
	return (a, b) => comparePlaces(sort, placeOf(sort, a), placeOf(sort, b));
}

/** The values that decide the place of a program in the default order. */
export type DefaultPlace = Pick<PublishedProgram, 'featured' | 'views' | 'review_count' | 'slug'>;
type Tie = Pick<DefaultPlace, 'review_count' | 'slug'>;

/**
 * Compares programs by the default order of the API. Featured programs come first, and then all others. Both groups are
 * sorted like `trending`.
 */
export function compareDefault(a: DefaultPlace, b: DefaultPlace): number {
	return Number(b.featured) - Number(a.featured) || b.views - a.views || compareTies(a, b);
}

/**
 * Returns the group of a program. Featured programs come before all others. Among the featured programs, and among the
 * others, programs with a commission figure come first. Programs with contradictory terms have no figure.
 */
function listedGroup(program: PublishedProgram): number {
	return (program.featured ? 0 : 2) + (commissionOf(program).qualifier === null ? 1 : 0);
}

export function compareTies(a: Tie, b: Tie): number {
	if (a.review_count !== b.review_count) return b.review_count - a.review_count;
	return compareText(a.slug, b.slug);
}

/** A sort order of all programs. */
export class SortOrder {
	/** The numbers of the programs, in order. */
	readonly #programs: Uint32Array;
	/** The position of each program in the order. */
	readonly #places: Uint32Array;

	constructor(programs: Uint32Array) {
		this.#programs = programs;
		this.#places = new Uint32Array(programs.length);
		for (let place = 0; place < programs.length; place++) this.#places[programs[place]!] = place;
	}

	/**
	 * Returns `limit` of the matching programs, starting at `offset`, in this order.
	 *
	 * @param scratch a bitset for all programs, which this overwrites
	 */
	page(matching: ProgramSet, offset: number, limit: number, scratch: Bitset): number[] {
		const programs = this.#programs;
		const total = matching.size;
		if (total === programs.length) return Array.from(programs.subarray(offset, offset + limit));
		const fromEnd = total - offset - limit;
		const walk = ((Math.min(offset, fromEnd) + limit) / total) * programs.length;
		if (walk > 2 * (total + scratch.length)) return this.#markedPage(matching, offset, limit, scratch);
		const backwards = fromEnd < offset;
		const page: number[] = [];
		let skip = backwards ? fromEnd : offset;
		for (let i = 0; i < programs.length && page.length < limit; i++) {
			const program = programs[backwards ? programs.length - 1 - i : i]!;
			if (!has(matching.bits, program)) continue;
			if (skip > 0) skip--;
			else page.push(program);
		}
		return backwards ? page.reverse() : page;
	}

	/**
	 * Marks the positions of the matching programs in this order, and then reads the marked positions. This is faster if
	 * the matches are few and far apart.
	 */
	#markedPage(matching: ProgramSet, offset: number, limit: number, scratch: Bitset): number[] {
		scratch.fill(0);
		const numbers = new Uint32Array(matching.size);
		matching.read(numbers);
		for (const number of numbers) add(scratch, this.#places[number]!);
		return members(scratch, offset, limit).map((place) => this.#programs[place]!);
	}
}
