import type { Sections } from './sections.ts';

/** The maximum number of similar programs of a program. */
export const MOST_SIMILAR = 12;

/** Fills the places of a program that has fewer similar ones. */
const NONE = 0xffffffff;

/** Makes the section that `similarIn` reads. @param lists the similar programs of each program, in order */
export function packSimilar(lists: readonly Uint32Array[]): Sections {
	const similar = new Uint32Array(lists.length * MOST_SIMILAR).fill(NONE);
	for (const [program, list] of lists.entries()) similar.set(list, program * MOST_SIMILAR);
	return { similar };
}

/** Returns the programs that are similar to any of `programs`, each once, the most similar to the first one first. */
export function similarIn({ similar }: Sections, programs: readonly number[]): ReadonlySet<number> {
	const found = programs.flatMap((program) => [
		...(similar as Uint32Array).subarray(program * MOST_SIMILAR, (program + 1) * MOST_SIMILAR),
	]);
	return new Set(found.filter((program) => program !== NONE));
}
