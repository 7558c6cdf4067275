import type { Sections } from './sections.ts';

/** The maximum number of similar programs of a program. */
export const MOST_SIMILAR = 12;

/** How many similar programs support a program, and how much: at most this many times its own score. */
const SUPPORTING = 3;
const SUPPORT = 2;
const MOST_SUPPORT = 2;

/** Fills the places of a program that has fewer similar ones. */
const NONE = 0xffffffff;

/** Makes the section that `similarIn` reads. @param lists the similar programs of each program, in order */
export function packSimilar(lists: readonly Uint32Array[]): Sections {
	const similar = new Uint32Array(lists.length * MOST_SIMILAR).fill(NONE);
	for (const [program, list] of lists.entries()) similar.set(list, program * MOST_SIMILAR);
	return { similar };
}

/**
 * Adds to the score of each program the mean score of the programs most similar to it, weighed by `SUPPORT`: what is
 * found among others of its kind is rather meant than what has the same words by chance.
 */
export function addSupport({ similar }: Sections, scores: Int32Array): void {
	const alone = scores.slice();
	for (let program = 0; program < scores.length; program++) {
		if (alone[program] === 0) continue;
		const start = program * MOST_SIMILAR;
		let sum = 0;
		for (let place = start; place < start + SUPPORTING; place++) sum += alone[similar![place] as number] ?? 0;
		scores[program]! += Math.min(MOST_SUPPORT * alone[program]!, Math.round((SUPPORT * sum) / SUPPORTING));
	}
}

/** Returns the programs that are similar to any of `programs`, each once, the most similar to the first one first. */
export function similarIn({ similar }: Sections, programs: readonly number[]): ReadonlySet<number> {
	const found = programs.flatMap((program) => [
		...(similar as Uint32Array).subarray(program * MOST_SIMILAR, (program + 1) * MOST_SIMILAR),
	]);
	return new Set(found.filter((program) => program !== NONE));
}

/**
 * Returns a function that returns the slugs of the programs similar to a program.
 *
 * @param slugs the slugs of all programs, in the order of their numbers
 * @param similar the section that `packSimilar` has made
 */
export function similarReader(slugs: readonly string[], similar: Sections): (slug: string) => readonly string[] {
	const numbers = new Map(slugs.map((slug, number) => [slug, number]));
	return (slug) => {
		const number = numbers.get(slug);
		return number === undefined ? [] : Array.from(similarIn(similar, [number]), (other) => slugs[other]!);
	};
}
