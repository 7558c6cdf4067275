/** How the programs of an index change: which programs stay, which are new or different, and their numbers. */
import type { PublishedProgram } from '../catalog/published.ts';
import { mergeSorted } from './merge-sorted.ts';
import { compareDefault } from './order.ts';

export interface ChangedPrograms {
	/** The slugs of all programs after the change, in the default order. The number of a program is its position. */
	readonly slugs: readonly string[];
	/**
	 * Maps each program's number before the change to its number after the change, or to `GONE` if the program was
	 * changed or removed.
	 */
	readonly kept: Uint32Array;
	/** The programs that are new or different, in the default order, and their numbers. */
	readonly programs: readonly PublishedProgram[];
	readonly numbers: Uint32Array;
	/** Returns a program by its number after the change. */
	programAt(number: number): PublishedProgram;
}

export const GONE = 0xffffffff;

/**
 * Determines how a change affects the programs and their numbers.
 *
 * @param before the slugs of the programs before the change, in the default order
 * @param affected the slugs of all programs that are new, different or gone
 * @param programs the programs in `affected` that are published after the change
 * @param find returns an unchanged program by its slug
 */
export function changePrograms(
	before: readonly string[],
	affected: ReadonlySet<string>,
	programs: readonly PublishedProgram[],
	find: (slug: string) => PublishedProgram,
): ChangedPrograms {
	const sorted = [...programs].sort(compareDefault);
	const changed = new Map(sorted.map((program) => [program.slug, program]));
	const programOf = (slug: string) => changed.get(slug) ?? find(slug);
	const slugs = mergeSorted(
		before.filter((slug) => !affected.has(slug)),
		[...changed.keys()],
		(a, b) => compareDefault(programOf(a), programOf(b)),
	);
	const numberOf = new Map(slugs.map((slug, number) => [slug, number]));
	return {
		slugs,
		kept: Uint32Array.from(before, (slug) => (affected.has(slug) ? GONE : numberOf.get(slug)!)),
		programs: sorted,
		numbers: Uint32Array.from(sorted, ({ slug }) => numberOf.get(slug)!),
		programAt: (number) => programOf(slugs[number]!),
	};
}

/** Makes the change from an empty index to these programs. @param programs in the default order */
export function newPrograms(programs: readonly PublishedProgram[]): ChangedPrograms {
	return {
		slugs: programs.map(({ slug }) => slug),
		kept: new Uint32Array(),
		programs,
		numbers: Uint32Array.from(programs.keys()),
		programAt: (number) => programs[number]!,
	};
}
