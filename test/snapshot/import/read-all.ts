import type { Kind, Violation } from '../../../src/catalog/records.ts';
import { csvSource } from '../../../src/snapshot/import/csv.ts';
import type { Source, SourceRecord } from '../../../src/snapshot/import/source.ts';

export interface ReadAll {
	readonly records: SourceRecord[];
	/** The problems with their rows. */
	readonly problems: (Violation & { readonly row: number })[];
	incomplete: boolean;
}

/** All records of one kind from a source. */
export function readAll(source: Source, kind: Kind): ReadAll {
	const all: ReadAll = { records: [], problems: [], incomplete: false };
	source.read(kind, {
		record: (record) => all.records.push(record),
		problem: (row, problem) => all.problems.push({ row, ...problem }),
		header: (row, problem) => all.problems.push({ row, ...problem }),
		incomplete: () => {
			all.incomplete = true;
		},
	});
	return all;
}

/** The texts of CSV files by kind. */
export type CsvFiles = { readonly [K in Kind]?: string };

export function csvSources(files: CsvFiles): Source[] {
	return Object.entries(files).map(([kind, text]) => csvSource(`${kind}.csv`, kind as Kind, () => Buffer.from(text)));
}
