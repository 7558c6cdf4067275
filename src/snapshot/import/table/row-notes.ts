import type { Note } from '../source.ts';

/** Collects what an import of a table read in another form, with the rows. */
export class RowNotes {
	readonly #rows = new Map<string, Map<string, number[]>>();

	add(about: string, detail: string, row: number): void {
		const details = this.#rows.get(about) ?? new Map<string, number[]>();
		this.#rows.set(about, details);
		const rows = details.get(detail) ?? [];
		details.set(detail, rows);
		rows.push(row);
	}

	/** Returns all notes, in the order in which they were first added. Within an `about`, the most frequent come first. */
	all(): Note[] {
		return [...this.#rows].flatMap(([about, details]) =>
			[...details]
				.map(([detail, rows]) => ({ about, detail, programs: [], rows }))
				.sort((a, b) => b.rows.length - a.rows.length),
		);
	}
}
