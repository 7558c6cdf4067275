/**
 * Ranks programs by what they would pay a visitor in the first year. The number of customers does not change the order.
 * A directory has few different terms, so programs with the same terms are ranked together.
 */
import { type Expectation, payEach, paymentsPerCustomer } from '../catalog/estimate.ts';
import { type Pay, payOf } from '../catalog/pay.ts';
import type { PublishedProgram } from '../catalog/published.ts';
import { type Bitset, has } from './bitset.ts';
import { packStrings, type Sections, unpackStrings } from './sections.ts';

/** The expectations that the order depends on. */
export type EstimateOrder = Pick<Expectation, 'price' | 'churn'>;

/** The terms of a group of programs. */
type Terms = Omit<Pay, 'currency'> & {
	/** Whether the amounts are in a different currency from those of most programs, so that they cannot be compared. */
	readonly isForeign: boolean;
};

/** The sections that `EstimateRanks` reads. */
export function packPay(programs: readonly PublishedProgram[]): Sections {
	const pays = programs.map(payOf);
	const usual = mostCommon(pays.flatMap((pay) => pay?.currency ?? []));
	const groups = Map.groupBy(programs.keys(), (number) => {
		const pay = pays[number];
		if (!pay) return '';
		const { currency, ...terms } = pay;
		return JSON.stringify({ ...terms, isForeign: currency !== null && currency !== usual } satisfies Terms);
	});
	const sorted = [...groups.values()];
	return {
		'pay.terms': packStrings([...groups.keys()]),
		'pay.sizes': Uint32Array.from(sorted, ({ length }) => length),
		'pay.programs': Uint32Array.from(sorted.flat()),
	};
}

function mostCommon(values: readonly string[]): string | undefined {
	const counts = new Map<string, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** Programs with the same terms, in the default order. */
interface Group {
	/** Null if they have no estimate. */
	readonly terms: Terms | null;
	readonly programs: Uint32Array;
}

export class EstimateRanks {
	readonly #groups: readonly Group[];

	constructor(sections: Sections) {
		const sizes = sections['pay.sizes'] as Uint32Array;
		const programs = sections['pay.programs'] as Uint32Array;
		let end = 0;
		this.#groups = unpackStrings(sections['pay.terms']!, sizes.length).map((terms, group) => {
			const start = end;
			end += sizes[group]!;
			return { terms: terms === '' ? null : JSON.parse(terms), programs: programs.subarray(start, end) };
		});
	}

	/** One page of the programs in `matching`: highest estimate first, then by their terms. */
	page(order: EstimateOrder, matching: Bitset, offset: number, limit: number): number[] {
		const ranked = this.#groups
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
}

/**
 * The group of a rank and the amount within it, highest first: exact and minimum amounts, then maximums, then both
 * in other currencies, then programs without an estimate.
 */
function rankOf(terms: Terms | null, { price, churn }: EstimateOrder): readonly [number, number] {
	if (terms === null) return [0, 0];
	const payments = paymentsPerCustomer(terms.payments, churn);
	const { least, most } = payEach(terms, price);
	const isMaximum = terms.figure === 'up_to';
	const group = (terms.isForeign ? 0 : 2) + (isMaximum ? 1 : 2);
	return [group, payments * (isMaximum ? most! : least)];
}
