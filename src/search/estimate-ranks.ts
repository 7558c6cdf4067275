/**
 * Ranks programs by what they would pay a visitor in the first year or two. The number of customers does not change the order.
 * Many programs have the same payment terms, so programs with the same terms are ranked as a group.
 */
import { type Expectation, payEach, paymentsPerCustomer } from '../catalog/estimate.ts';
import { type Pay, type Period, payOf } from '../catalog/pay.ts';
import type { PublishedProgram } from '../catalog/published.ts';
import { type Bitset, has } from './bitset.ts';
import { packStrings, type Sections, unpackStrings } from './sections.ts';
import { type Inverted, invert } from './term-table.ts';

/** The visitor's assumptions that affect the order. */
export type EstimateOrder = Pick<Expectation, 'price' | 'churn' | 'months'>;

/** The payment terms of a group of programs. */
type Terms = Omit<Pay, 'currency'> & {
	/**
	 * Whether the amounts are in a currency other than the most common one. Such amounts cannot be compared with others.
	 */
	readonly isForeign: boolean;
};

/** Takes the place of the pay of programs that are closed to new publishers, because they come last. */
const CLOSED = 'closed';

/** Makes the sections that `EstimateRanks` reads: the programs of each kind of pay. */
export function packPay(all: readonly PublishedProgram[]): Sections {
	const payText = (program: PublishedProgram) =>
		JSON.stringify(program.availability === 'closed' ? CLOSED : payOf(program));
	const sets = invert(all, (program) => [payText(program)]);
	const sorted = [...sets].sort(([, a], [, b]) => a[0]! - b[0]!);
	return {
		'pay.kinds': packStrings(sorted.map(([pay]) => pay)),
		'pay.sizes': Uint32Array.from(sorted, ([, programs]) => programs.length),
		'pay.programs': Uint32Array.from(sorted.flatMap(([, programs]) => [...programs])),
	};
}

/** Returns the program numbers for each kind of pay. Each kind is a JSON string. */
function unpackPay(sections: Sections): Inverted {
	const sizes = sections['pay.sizes'] as Uint32Array;
	const programs = sections['pay.programs'] as Uint32Array;
	let end = 0;
	return new Map(
		unpackStrings(sections['pay.kinds']!, sizes.length).map((pay, kind) => {
			const start = end;
			end += sizes[kind]!;
			return [pay, programs.subarray(start, end)];
		}),
	);
}

/** Programs with the same terms, in the default order. */
interface EqualTerms {
	/** The terms, or null if there is no estimate for these programs. */
	readonly terms: Terms | typeof CLOSED | null;
	readonly programs: Uint32Array;
}

/**
 * Merges kinds of pay whose terms are the same in a period into groups. All currencies except the most common one count
 * as one foreign currency.
 */
function groupsOf(kinds: Inverted, months: Period): EqualTerms[] {
	const pays = Array.from(kinds, ([pay, programs]) => ({
		pay: JSON.parse(pay) as Pay | typeof CLOSED | null,
		programs,
	}));
	const counts = new Map<string, number>();
	for (const { pay, programs } of pays) {
		if (pay !== CLOSED && pay?.currency) counts.set(pay.currency, (counts.get(pay.currency) ?? 0) + programs.length);
	}
	const usual = [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
	const groups = Map.groupBy(pays, ({ pay }) => {
		if (pay === null || pay === CLOSED) return JSON.stringify(pay);
		const { currency, ...terms } = pay;
		const payments = Math.min(pay.payments, months);
		return JSON.stringify({ ...terms, payments, isForeign: currency !== null && currency !== usual } satisfies Terms);
	});
	return Array.from(groups, ([terms, kinds]) => ({
		terms: JSON.parse(terms),
		programs: Uint32Array.from(kinds.flatMap(({ programs }) => [...programs])).sort(),
	}));
}

export class EstimateRanks {
	readonly #sections: Sections;
	/** The groups for each period that a search has needed. */
	readonly #groups = new Map<Period, readonly EqualTerms[]>();

	constructor(sections: Sections) {
		this.#sections = sections;
	}

	/**
	 * Returns one page of the programs in `matching`. The highest estimate comes first, and programs with the same terms
	 * are next to each other.
	 */
	page(order: EstimateOrder, matching: Bitset, offset: number, limit: number): number[] {
		const ranked = this.#groupsFor(order.months)
			.map(({ terms, programs }) => ({ programs, rank: rankOf(terms, order) }))
			.sort((a, b) => b.rank[0] - a.rank[0] || b.rank[1] - a.rank[1]);
		const page: number[] = [];
		let skip = offset;
		for (const { programs } of ranked) {
			for (const program of programs) {
				if (page.length === limit) return page;
				if (!has(matching, program)) continue;
				if (skip > 0) skip--;
				else page.push(program);
			}
		}
		return page;
	}

	#groupsFor(months: Period): readonly EqualTerms[] {
		const groups = this.#groups.get(months) ?? groupsOf(unpackPay(this.#sections), months);
		this.#groups.set(months, groups);
		return groups;
	}
}

/**
 * Returns a group and an amount. Programs are ranked by group, then by amount, highest first. Maximum amounts are in
 * group 3, and all other amounts are in group 4. Amounts in foreign currencies are in groups 1 and 2 instead. Programs
 * without an estimate are in group 0, and closed programs in group -1.
 */
function rankOf(terms: EqualTerms['terms'], { price, churn, months }: EstimateOrder): readonly [number, number] {
	if (terms === null) return [0, 0];
	if (terms === CLOSED) return [-1, 0];
	const payments = paymentsPerCustomer(terms.payments, churn, months);
	const { least, most } = payEach(terms, price);
	const isMaximum = terms.figure === 'up_to';
	const group = (terms.isForeign ? 0 : 2) + (isMaximum ? 1 : 2);
	return [group, payments * (isMaximum ? most! : least)];
}
