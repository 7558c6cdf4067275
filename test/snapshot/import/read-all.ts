import type { Kind, Problem } from '../../../src/catalog/records.ts';
import type { Source, SourceRecord } from '../../../src/snapshot/import/source.ts';

export interface ReadAll {
	readonly records: SourceRecord[];
	/** The problems with their rows. */
	readonly problems: (Problem & { readonly row: number })[];
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
