/** What every importer hands over, whatever its format. */
import type { Kind, Problem } from '../catalog/records.ts';

/** The fields that a source gives; undefined where it says "unknown", absent where it does not speak of the field. */
export interface RawRecord {
	readonly [field: string]: unknown;
}

/** One record of a source, not yet validated. */
export interface SourceRecord {
	/** Where it is in its file; what a row is depends on the format. */
	readonly row: number;
	readonly raw: RawRecord;
	/** What fields that the source does not speak of are when the record is new. */
	readonly initial?: RawRecord;
	/** Fields whose problems were told already. */
	readonly told?: ReadonlySet<string>;
	/** What the file says for a field, where that is text; undefined where it does not speak of it. */
	readonly textOf?: (field: string) => string | undefined;
	/** What the source calls our fields, where it has other names. */
	readonly sourceNames?: { readonly [field: string]: string };
}

/** Takes what a source hands over. */
export interface Sink {
	record(record: SourceRecord): void;
	/** A rule that a row breaks, other than those of the catalogue. */
	problem(row: number, problem: Problem): void;
	/** Some records could not be read, so references to their kind cannot be judged. */
	incomplete(): void;
}

/** Something that a source says and a directory has no place for. */
export interface Note {
	/** What became of it: `left out, not part of a directory`. */
	readonly about: string;
	/** What it is, in the source's words: `tags`. */
	readonly detail: string;
	/** The slugs of the programs that have it. */
	readonly programs: readonly string[];
}

/** A file with records. */
export interface Source {
	/** The file's path, as a person would write it. */
	readonly file: string;
	readonly notes: readonly Note[];
	/** Hands over the records of a kind, in the order of the file. */
	read(kind: Kind, sink: Sink): void;
}
