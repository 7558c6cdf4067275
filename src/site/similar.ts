/** Finds similar programs. Common categories count most, then similar commissions. */
import { commissionOf } from '../catalog/commission.ts';
import type { PublishedProgram } from '../catalog/published.ts';
import { compareTies } from '../search/order.ts';

/** How many similar programs a page shows. */
const SHOWN = 6;

export interface SimilarPrograms<Program> {
	/** The programs that are most similar to one of the directory. */
	to(program: Program): readonly Program[];
	/** All programs that the given one can be similar to. It may be an earlier version, or one that was removed. */
	near(program: PublishedProgram): readonly Program[];
}

/**
 * Sorts the programs once, so that similar programs are neighbours. Finding them takes the same time in directories of
 * any size. Equally similar programs are sorted by reviews, not by views, which would change pages every day.
 */
export function similarPrograms<Program extends PublishedProgram>(
	programs: readonly Program[],
): SimilarPrograms<Program> {
	const ordered = programs.toSorted(compareTies);
	const places = new Map(ordered.map((program, place) => [program, place]));
	const groups = new Map<string, Group<Program>>();
	for (const program of ordered.toSorted(comparePay)) {
		for (const key of groupsOf(program)) {
			const group: Group<Program> = groups.get(key) ?? { members: [], places: new Map() };
			groups.set(key, group);
			group.places.set(program, group.members.push(program) - 1);
		}
	}
	return {
		to(program) {
			const near = new Set(groupsOf(program).flatMap((key) => neighbours(groups.get(key)!, program)));
			const ranked = [...near].map((other) => ({ other, rank: [...distance(program, other), places.get(other)!] }));
			return ranked
				.sort((a, b) => compareRanks(a.rank, b.rank))
				.slice(0, SHOWN)
				.map(({ other }) => other);
		},
		near: (program) =>
			groupsOf(program).flatMap((key) => {
				const members = groups.get(key)?.members ?? [];
				const place = placeFor(members, program);
				return members.slice(Math.max(0, place - SHOWN), place + SHOWN + 1);
			}),
	};
}

/** The place of a program among sorted ones: the number of programs before it. */
function placeFor(members: readonly PublishedProgram[], program: PublishedProgram): number {
	let [from, to] = [0, members.length];
	while (from < to) {
		const middle = (from + to) >> 1;
		const order = comparePay(members[middle]!, program) || compareTies(members[middle]!, program);
		if (order < 0) from = middle + 1;
		else to = middle;
	}
	return from;
}

/** Programs with a category (or all categories) in common, sorted by commission, and the position of each. */
interface Group<Program> {
	readonly members: Program[];
	readonly places: Map<Program, number>;
}

/** The groups of a program: one for each category, and one for all of its categories together. */
function groupsOf({ categories }: PublishedProgram): string[] {
	const slugs = categories.map(({ slug }) => slug).sort();
	return slugs.length > 1 ? [slugs.join(), ...slugs] : slugs;
}

/**
 * The neighbours of a program in a group: as many on each side as a page shows, so that they include the most similar.
 */
function neighbours<Program>({ members, places }: Group<Program>, program: Program): Program[] {
	const place = places.get(program)!;
	return [...members.slice(Math.max(0, place - SHOWN), place), ...members.slice(place + 1, place + 1 + SHOWN)];
}

/** How a program pays, most important first: the type, the unit of its figure, the figure. */
function pay(program: PublishedProgram): readonly [type: string, measure: string, figure: number] {
	const { type, rate, amount, qualifier } = commissionOf(program);
	const limit = qualifier === 'up_to' ? 'up to ' : '';
	if (rate !== null) return [type, `${limit}%`, rate];
	if (amount !== null) return [type, limit + (program.currency ?? 'unknown currency'), amount];
	return [type, 'unknown', 0];
}

function comparePay(a: PublishedProgram, b: PublishedProgram): number {
	const [one, other] = [pay(a), pay(b)];
	const differs = one.findIndex((value, part) => value !== other[part]);
	if (differs === -1) return 0;
	return one[differs]! < other[differs]! ? -1 : 1;
}

/** The differences between two programs, most important first. */
function distance(program: PublishedProgram, other: PublishedProgram): number[] {
	const own = new Set(program.categories.map(({ slug }) => slug));
	const shared = other.categories.filter(({ slug }) => own.has(slug)).length;
	const [type, measure, figure] = pay(program);
	const [otherType, otherMeasure, otherFigure] = pay(other);
	return [-shared, Number(type !== otherType), Number(measure !== otherMeasure), Math.abs(figure - otherFigure)];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
	const differs = a.findIndex((value, part) => value !== b[part]);
	return differs === -1 ? 0 : a[differs]! - b[differs]!;
}
