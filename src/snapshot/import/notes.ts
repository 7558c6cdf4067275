import type { Note } from './source.ts';

/** Collects notes. Programs with the same `about` and `detail` are combined into one note. */
export class NoteBook {
	readonly #groups = new Map<string, Map<string, string[]>>();

	add(about: string, detail: string, program: string): void {
		const group = this.#groups.get(about) ?? new Map<string, string[]>();
		this.#groups.set(about, group);
		const programs = group.get(detail) ?? [];
		group.set(detail, programs);
		programs.push(program);
	}

	/**
	 * Returns all notes, grouped by `about`. The groups are in the order in which each `about` was first added. Within
	 * a group, the notes with the most programs come first.
	 */
	all(): Note[] {
		return [...this.#groups].flatMap(([about, group]) =>
			[...group]
				.map(([detail, programs]) => ({ about, detail, programs }))
				.sort((a, b) => b.programs.length - a.programs.length),
		);
	}
}
