/**
 * Ranks programs by what they would pay a visitor in the first year or two. Many programs pay the same, so each estimate
 * is made once for all programs with the same pay.
 */
import { type Expectation, estimate } from '../catalog/estimate.ts';
import { type Pay, payOf } from '../catalog/pay.ts';
import type { PublishedProgram } from '../catalog/published.ts';
import { type Bitset, has } from './bitset.ts';
import { packStrings, type Sections, unpackStrings } from './sections.ts';
import { type Inverted, invert } from './term-table.ts';

/** Takes the place of the pay of programs that are closed to new publishers, because they come last. */
const CLOSED = 'closed';

/** Makes the sections that `EstimateRanks` reads: the programs of each kind of pay. */
export function packPay(all: readonly PublishedProgram[]): Sections {
	const payText = (program: PublishedProgram) => {
		if (program.availability === 'closed') return JSON.stringify(CLOSED);
		const pay = payOf(program);
		return JSON.stringify(typeof pay === 'string' ? null : pay);
	};
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

/** Programs with the same pay, in the default order. */
interface EqualPay {
	readonly pay: Pay | typeof CLOSED | null;
	/** Whether it is in a currency other than the most common one. Such amounts cannot be compared with others. */
	readonly isForeign: boolean;
	readonly programs: Uint32Array;
}

function equalPay(kinds: Inverted): EqualPay[] {
	const pays = Array.from(kinds, ([pay, programs]) => ({
		pay: JSON.parse(pay) as Pay | typeof CLOSED | null,
		programs,
	}));
	const counts = new Map<string, number>();
	for (const { pay, programs } of pays) {
		if (pay !== CLOSED && pay?.currency) counts.set(pay.currency, (counts.get(pay.currency) ?? 0) + programs.length);
	}
	const usual = [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
	return pays.map((one) => ({
		...one,
		isForeign: one.pay !== CLOSED && (one.pay?.currency ?? usual) !== usual,
	}));
}

export class EstimateRanks {
	readonly #kinds: readonly EqualPay[];

	constructor(sections: Sections) {
		this.#kinds = equalPay(unpackPay(sections));
	}

	/** Returns one page of the programs in `matching`. The highest estimate comes first. */
	page(expectation: Expectation, matching: Bitset, offset: number, limit: number): number[] {
		const ranked = this.#kinds
			.map((kind) => ({ programs: kind.programs, rank: rankOf(kind, expectation) }))
			.sort((a, b) => compareRanks(a.rank, b.rank));
		const page: number[] = [];
		let skip = offset;
		for (let kind = 0; kind < ranked.length; ) {
			const start = kind;
			while (kind < ranked.length && compareRanks(ranked[start]!.rank, ranked[kind]!.rank) === 0) kind++;
			for (const program of merged(ranked.slice(start, kind).map(({ programs }) => programs))) {
				if (page.length === limit) return page;
				if (!has(matching, program)) continue;
				if (skip > 0) skip--;
				else page.push(program);
			}
		}
		return page;
	}
}

/** Puts programs with equal estimates in the default order. */
function merged(lists: readonly Uint32Array[]): Uint32Array {
	return lists.length === 1 ? lists[0]! : Uint32Array.from(lists.flatMap((list) => [...list])).sort();
}

/** A group and an amount. Programs are ranked by group, then by amount, highest first. */
type Rank = readonly [group: number, amount: number];

function compareRanks(a: Rank, b: Rank): number {
	return b[0] - a[0] || b[1] - a[1];
}

/**
 * Ranks by what the program pays at least, in group 4. If it publishes only a maximum, ranks by the maximum, in group 3.
 * Amounts in foreign currencies are in groups 2 and 1 instead. Programs without an estimate are in group 0, and closed
 * programs in group -1.
 */
function rankOf({ pay, isForeign }: EqualPay, expectation: Expectation): Rank {
	if (pay === null) return [0, 0];
	if (pay === CLOSED) return [-1, 0];
	const { least, most } = estimate(pay, expectation).total;
	const isMaximum = pay.parts.every(({ phases }) => phases.every(({ figure }) => figure === 'up_to'));
	return [(isForeign ? 0 : 2) + (isMaximum ? 1 : 2), isMaximum ? (most ?? least) : least];
}
