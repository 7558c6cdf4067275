/** Finds similar programs. First compares the number of shared categories, then the commissions. */
import { crc32 } from 'node:zlib';
import { commissionOf } from '../../catalog/commission.ts';
import type { PublishedProgram } from '../../catalog/published.ts';
import { countWhile } from '../../search/count-while.ts';
import { compareTies } from '../../search/order.ts';
import { compareText } from '../../shared/compare-text.ts';
import { onceFor } from '../../shared/once.ts';

/** The maximum number of similar programs that a page shows. */
const SHOWN = 6;

export interface SimilarPrograms<Program> {
	/** Returns the programs that are most similar to a program of the directory. */
	to(program: Program): readonly Program[];
	/**
	 * Returns all programs whose pages may show the given program. The given program can be one that was removed, or
	 * the earlier version of a program that has changed.
	 */
	thatMayShow(program: PublishedProgram): readonly Program[];
}

/**
 * Sorts each group of programs when the group is first needed, so that similar programs are next to each other. After
 * that, finding similar programs takes the same time in directories of any size. Only programs with a known commission
 * count as similar, because unknown commissions cannot be compared. Equally similar programs are sorted by reviews,
 * because sorting them by views would change pages every day.
 */
export function similarPrograms<Program extends PublishedProgram>(
	programs: readonly Program[],
): SimilarPrograms<Program> {
	const known = groupsBy(programs.filter(isKnown));
	const unknown = groupsBy(programs.filter((program) => !isKnown(program)));
	const neighbours = (key: string, program: PublishedProgram) => {
		const compare = isKnown(program) ? comparePay : compareHashes;
		return around(known(key, compare), program, compare);
	};
	return {
		to(program) {
			const candidates = new Set(groupsOf(program).flatMap((key) => neighbours(key, program)));
			candidates.delete(program);
			const ranked = [...candidates].map((other) => ({ other, rank: distance(program, other) }));
			return ranked
				.sort((a, b) => compareRanks(a.rank, b.rank) || compareTies(a.other, b.other))
				.slice(0, SHOWN)
				.map(({ other }) => other);
		},
		thatMayShow(program) {
			if (!isKnown(program)) return [];
			return groupsOf(program).flatMap((key) => [
				...neighbours(key, program),
				...between(unknown(key, compareHashes), ends(known(key, compareHashes), program)),
			]);
		},
	};
}

/** Whether a program's commission is known as a number. Contradictory terms count as unknown. */
function isKnown(program: PublishedProgram): boolean {
	return commissionOf(program).qualifier !== null;
}

type Compare = (a: PublishedProgram, b: PublishedProgram) => number;

/** Returns the programs of a group, sorted by `compare`. Equal programs are sorted by reviews. */
type GroupsBy<Program> = (key: string, compare: Compare) => readonly Program[];

function groupsBy<Program extends PublishedProgram>(programs: readonly Program[]): GroupsBy<Program> {
	const groups = new Map<string, Program[]>();
	for (const program of programs) {
		for (const key of groupsOf(program)) {
			const group = groups.get(key);
			if (group === undefined) groups.set(key, [program]);
			else group.push(program);
		}
	}
	const sorted = new Map([comparePay, compareHashes].map((compare) => [compare, new Map<string, Program[]>()]));
	return (key, compare) => {
		const known = sorted.get(compare)!;
		let group = known.get(key);
		if (group === undefined) {
			group = (groups.get(key) ?? []).toSorted((a, b) => compare(a, b) || compareTies(a, b));
			known.set(key, group);
		}
		return group;
	};
}

/**
 * Returns the keys of a program's groups. Each of its categories is a group. If the program has several categories,
 * their combination is also a group.
 */
function groupsOf({ categories }: PublishedProgram): string[] {
	const slugs = categories.map(({ slug }) => slug).sort();
	return slugs.length > 1 ? [slugs.join(), ...slugs] : slugs;
}

/**
 * Returns the programs in a group that are around a program's place: up to `SHOWN` before it and up to `SHOWN` after
 * it. A page shows at most `SHOWN` programs, so those with the most similar commissions are always among them.
 */
function around<Program extends PublishedProgram>(
	group: readonly Program[],
	program: PublishedProgram,
	compare: Compare,
): readonly Program[] {
	const place = placeFor(group, program, compare);
	return group.slice(Math.max(0, place - SHOWN), place + SHOWN + 1);
}

/** Returns a program's place in a group: the number of the group's programs that are sorted before it. */
function placeFor(group: readonly PublishedProgram[], program: PublishedProgram, compare: Compare): number {
	return countWhile(group.length, (place) => {
		const other = group[place]!;
		return (compare(other, program) || compareTies(other, program)) < 0;
	});
}

/**
 * Compares programs by commission type, then by a hash, so that the order within a type is random. This order decides
 * which programs are near a program with an unknown commission. If programs were sorted by reviews instead, all
 * programs with unknown commissions in a category would show the same six programs, and one edit would change all their
 * pages.
 */
function compareHashes(a: PublishedProgram, b: PublishedProgram): number {
	return compareText(a.commission_type, b.commission_type) || crc32(a.slug) - crc32(b.slug);
}

type Ends = readonly [first: PublishedProgram | undefined, last: PublishedProgram | undefined];

/**
 * Returns one program before and one program after the part of a group that `around` returns. Each of the two is
 * undefined if the group has no such program.
 */
function ends(group: readonly PublishedProgram[], program: PublishedProgram): Ends {
	const place = placeFor(group, program, compareHashes);
	return [group[place - SHOWN - 2], group[place + SHOWN + 1]];
}

/** Returns the programs between two ends in a group that is sorted by `compareHashes`. An undefined end is no limit. */
function between<Program extends PublishedProgram>(group: readonly Program[], [first, last]: Ends): readonly Program[] {
	const from = first === undefined ? 0 : placeFor(group, first, compareHashes);
	return group.slice(from, last === undefined ? undefined : placeFor(group, last, compareHashes));
}

/** How a program pays: the commission type, the unit and the number, in order of importance. */
type Pay = readonly [type: string, measure: string, figure: number];

/** Returns a program's pay. It is computed only once, because sorting and searching need it many times. */
const pay = onceFor((program: PublishedProgram): Pay => {
	const { type, rate, amount, qualifier } = commissionOf(program);
	const limit = qualifier === 'up_to' ? 'up to ' : '';
	if (rate !== null) return [type, `${limit}%`, rate];
	if (amount !== null) return [type, limit + (program.currency ?? 'unknown currency'), amount];
	return [type, 'unknown', 0];
});

function comparePay(a: PublishedProgram, b: PublishedProgram): number {
	const [one, other] = [pay(a), pay(b)];
	const differs = one.findIndex((value, part) => value !== other[part]);
	if (differs === -1) return 0;
	return one[differs]! < other[differs]! ? -1 : 1;
}

/** Returns the differences between two programs as numbers. The most important difference comes first. */
function distance(program: PublishedProgram, other: PublishedProgram): number[] {
	const own = new Set(program.categories.map(({ slug }) => slug));
	const shared = other.categories.filter(({ slug }) => own.has(slug)).length;
	const [type, measure, figure] = pay(program);
	const [otherType, otherMeasure, otherFigure] = pay(other);
	if (!isKnown(program)) return [-shared, Number(type !== otherType)];
	return [-shared, Number(type !== otherType), Number(measure !== otherMeasure), Math.abs(figure - otherFigure)];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
	const differs = a.findIndex((value, part) => value !== b[part]);
	return differs === -1 ? 0 : a[differs]! - b[differs]!;
}
