import type { Sections } from './sections.ts';

/** The maximum number of similar programs of a program. */
export const MOST_SIMILAR = 12;

/** Makes the sections that `SimilarIndex` reads. @param lists the similar programs of each program, in order */
export function packSimilar(lists: readonly Uint32Array[]): Sections {
	const starts = new Uint32Array(lists.length + 1);
	lists.forEach((list, program) => {
		starts[program + 1] = starts[program]! + list.length;
	});
	const pool = new Uint32Array(starts[lists.length]!);
	lists.forEach((list, program) => {
		pool.set(list, starts[program]);
	});
	return { 'similar.starts': starts, 'similar.pool': pool };
}

/** The similar programs of each program. */
export class SimilarIndex {
	readonly #starts: Uint32Array;
	readonly #pool: Uint32Array;

	constructor(sections: Sections) {
		this.#starts = sections['similar.starts'] as Uint32Array;
		this.#pool = sections['similar.pool'] as Uint32Array;
	}

	/** Returns the programs that are similar to any of `programs`, each once, the most similar to the first one first. */
	of(programs: readonly number[]): ReadonlySet<number> {
		return new Set(
			programs.flatMap((program) => Array.from(this.#pool.subarray(this.#starts[program], this.#starts[program + 1]))),
		);
	}
}
