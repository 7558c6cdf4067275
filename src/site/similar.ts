/** Which programs are like another: in the same categories, then close in what they pay. */
import type { PublishedProgram } from '../catalog/published.ts';

/** How many programs a page calls similar. */
const SHOWN = 6;

/**
 * Sorts programs once, so that those like one of them are found by looking around its places: the answer for each takes
 * the same time however large the directory is.
 *
 * @param programs in the default order, which decides between programs that are equally like another
 */
export function similarPrograms(
	programs: readonly PublishedProgram[],
): (program: PublishedProgram) => readonly PublishedProgram[] {
	const places = new Map(programs.map((program, place) => [program, place]));
	const groups = new Map<string, Group>();
	for (const program of [...programs].sort(comparePay)) {
		for (const key of groupsOf(program)) {
			const group = groups.get(key) ?? newGroup();
			groups.set(key, group);
			group.places.set(program, group.members.push(program) - 1);
		}
	}
	return (program) => {
		const near = new Set(groupsOf(program).flatMap((key) => neighbours(groups.get(key)!, program)));
		const ranked = [...near].map((other) => ({ other, rank: [...distance(program, other), places.get(other)!] }));
		return ranked
			.sort((a, b) => compareRanks(a.rank, b.rank))
			.slice(0, SHOWN)
			.map(({ other }) => other);
	};
}

/** Programs that share something, ordered by pay, and where each stands. */
interface Group {
	readonly members: PublishedProgram[];
	readonly places: Map<PublishedProgram, number>;
}

const newGroup = (): Group => ({ members: [], places: new Map() });

/** A group for each category, and one for all of them together: those share the most. */
function groupsOf({ categories }: PublishedProgram): string[] {
	const slugs = categories.map(({ slug }) => slug).sort();
	return slugs.length > 1 ? [slugs.join(), ...slugs] : slugs;
}

/** As many on either side as are shown, so that the closest are among them wherever they lie. */
function neighbours({ members, places }: Group, program: PublishedProgram): PublishedProgram[] {
	const place = places.get(program)!;
	return [...members.slice(Math.max(0, place - SHOWN), place), ...members.slice(place + 1, place + 1 + SHOWN)];
}

/** How a program pays, most telling first: its type, what its figure is measured in, the figure. */
function pay(program: PublishedProgram): readonly [type: string, measure: string, figure: number] {
	const { commission_type, commission_rate, commission_amount, currency } = program;
	if (commission_rate !== null) return [commission_type, '%', commission_rate];
	if (commission_amount !== null) return [commission_type, currency ?? 'unknown currency', commission_amount];
	return [commission_type, 'unknown', 0];
}

function comparePay(a: PublishedProgram, b: PublishedProgram): number {
	const [one, other] = [pay(a), pay(b)];
	const differs = one.findIndex((value, part) => value !== other[part]);
	if (differs === -1) return 0;
	return one[differs]! < other[differs]! ? -1 : 1;
}

/** How unlike two programs are, most telling first. */
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
