/** The common interface of all importers. */

import { createHash } from 'node:crypto';
import type { Kind, Violation } from '../../catalog/records.ts';

/** The maximum number of problems, and of warnings, that an import lists. */
export const MOST_PROBLEMS = 1000;

/**
 * The fields of a record. A field is undefined if the source says that its value is unknown. It is absent if the source
 * does not have the field.
 */
export interface RawRecord {
	readonly [field: string]: unknown;
}

/** A record as it was read from a source, before validation. */
export interface SourceRecord {
	/** The record's place in the file, counted from 1. `Source.words` names the unit. */
	readonly row: number;
	readonly raw: RawRecord;
	/** The initial values of fields that the source does not have. They are used only for a new record. */
	readonly initial?: RawRecord;
	/** The fields whose problems were already reported. */
	readonly reported?: ReadonlySet<string>;
	/**
	 * Returns a field's text as written in the file, or undefined if the file does not have the field. Not given for
	 * files whose values have types, such as JSON.
	 */
	readonly textOf?: (field: string) => string | undefined;
	/** The source's names for our fields, if they differ. */
	readonly sourceNames?: { readonly [field: string]: string };
	/** What the importer found odd about the record. It does not prevent the import. */
	readonly warnings?: readonly Violation[];
}

export interface Sink {
	record(record: SourceRecord): void;
	/** Reports that a row breaks a rule other than those of the catalogue. */
	problem(row: number, problem: Violation): void;
	/** Reports that a header, which names the columns, has a problem. @param row the header's row */
	header(row: number, problem: Violation): void;
	/** Reports that some records could not be read, so that references to their kind cannot be checked. */
	incomplete(): void;
}

/** A fact that the import ignored or changed. */
export interface Note {
	/** The import's action, in the words of its report: `ignored fields that the directory does not have`. */
	readonly about: string;
	/** The fact, in the source's own words: `tags`. */
	readonly detail: string;
	/** The slugs of the programs with this fact. Empty if the detail counts them. */
	readonly programs: readonly string[];
	/** The rows with this fact, for tables. */
	readonly rows?: readonly number[];
}

/** Programs of a source that have the same value in a column, such as those of one network. */
export interface Group {
	/** The source's name for the column. */
	readonly column: string;
	readonly value: string;
}

export interface Source {
	/** The path of the file, as the user wrote it. */
	readonly file: string;
	/** The file's words for a row and a column, such as `program` and `field` in OpenAffiliate's registry. */
	readonly words: { readonly row: string; readonly column: string };
	readonly notes: readonly Note[];
	/** Whether rows of the file were left out, so that a record that it lacks may not be gone. */
	readonly lacksRows?: boolean;
	/** Returns the groups of a program. Only sources that collect programs from others have groups. */
	readonly groupsOf?: (program: SourceRecord) => readonly Group[];
	/** Passes the records of a kind to the sink, in the order of the file. */
	read(kind: Kind, sink: Sink): void;
}

/** Returns the records of a kind that can be read. */
export function recordsOf(source: Source, kind: Kind): SourceRecord[] {
	const records: SourceRecord[] = [];
	source.read(kind, {
		record: (record) => records.push(record),
		problem: () => {},
		header: () => {},
		incomplete: () => {},
	});
	return records;
}

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

/**
 * Returns a function that makes the ID of a review from its program, author and date, so that the same review gets the same
 * ID at the next import. A further review with the same three gets another ID.
 */
export function reviewIds(): (review: RawRecord) => string {
	const counts = new Map<string, number>();
	return ({ program, author_username, created_at }) => {
		const identity = JSON.stringify([program, author_username, created_at]);
		const count = (counts.get(identity) ?? 0) + 1;
		counts.set(identity, count);
		const text = count === 1 ? identity : `${identity} ${count}`;
		return `rev_${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
	};
}
