/** Separates the rows that an import must refuse from the others. */
import { existsSync } from 'node:fs';
import { withSnapshot } from '../open.ts';
import { type ImportOptions, storedRecords } from './import-into.ts';
import { planImport } from './plan.ts';
import type { RowProblem } from './problem-list.ts';
import { recordsOf, type Source } from './source.ts';
import { NOTHING_STORED, type Stored } from './stored.ts';

interface Separated {
	/** The sources without the refused rows. */
	readonly accepted: readonly Source[];
	/** All problems of the refused rows. */
	readonly refused: readonly RowProblem[];
}

/** Finds all refused rows. A row that refers to a refused row, such as a review of a program, is refused too. */
export function separateRows({ snapshot, sources, source, now }: ImportOptions): Separated {
	if (!existsSync(snapshot)) return separate(sources, NOTHING_STORED, now);
	return withSnapshot(snapshot, (db) => separate(sources, storedRecords(db, source.name), now));
}

function separate(sources: readonly Source[], stored: Stored, now: string): Separated {
	const refused: RowProblem[] = [];
	const rows = new Set<string>();
	// The rows whose organization or category is wrong, too.
	const wholly = new Set<string>();
	let accepted = sources;
	while (true) {
		const { problems } = planImport(accepted, stored, now, Number.POSITIVE_INFINITY);
		if (problems.length === 0) return { accepted, refused };
		for (const problem of problems) {
			const row = nameOf(problem);
			if (rows.has(row)) wholly.add(row);
			else refused.push(problem);
		}
		for (const problem of problems) rows.add(nameOf(problem));
		accepted = sources.map((source) => without(source, rows, wholly));
	}
}

const nameOf = ({ file, row }: { readonly file: string; readonly row: number }) => `${file}\n${row}`;

/**
 * Leaves out rows of a source. The organization or category that such a row was the first to name stays if another
 * program of the source belongs to it.
 */
function without(source: Source, rows: ReadonlySet<string>, wholly: ReadonlySet<string>): Source {
	const has = (set: ReadonlySet<string>, row: number) => set.has(nameOf({ file: source.file, row }));
	const needed = new Set<unknown>();
	for (const { row, raw, initial } of recordsOf(source, 'programs')) {
		if (has(rows, row)) continue;
		for (const slug of [raw.organization ?? initial?.organization, raw.categories].flat()) needed.add(slug);
	}
	return {
		...source,
		lacksRows: true,
		read: (kind, sink) =>
			source.read(kind, {
				record: (record) => {
					const isNeeded = (kind === 'organizations' || kind === 'categories') && needed.has(record.raw.slug);
					if (!has(isNeeded ? wholly : rows, record.row)) sink.record(record);
				},
				problem: (row, problem) => {
					if (!has(rows, row)) sink.problem(row, problem);
				},
				header: sink.header,
				// References to rows that could not be read must be found.
				incomplete: () => {},
			}),
	};
}
