import type { Note } from './source.ts';

/** Collects notes. Programs or rows with the same `about` and `detail` are combined into one note. */
export class NoteBook {
	readonly #groups = new Map<string, Map<string, (string | number)[]>>();

	/** @param place the slug of a program, or the number of a row */
	add(about: string, detail: string, place: string | number): void {
		const group = this.#groups.get(about) ?? new Map<string, (string | number)[]>();
		this.#groups.set(about, group);
		const places = group.get(detail) ?? [];
		group.set(detail, places);
		places.push(place);
	}

	/**
	 * Returns all notes, grouped by `about`. The groups are in the order in which each `about` was first added. Within
	 * a group, the most frequent notes come first.
	 */
	all(): Note[] {
		return [...this.#groups].flatMap(([about, group]) =>
			[...group]
				.sort(([, a], [, b]) => b.length - a.length)
				.map(([detail, places]) => {
					const rows = places.filter((place) => typeof place === 'number');
					const programs = places.filter((place) => typeof place === 'string');
					return { about, detail, programs, ...(rows.length > 0 && { rows }) };
				}),
		);
	}
}
