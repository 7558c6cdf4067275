import { KINDS, type Kind, type Violation } from '../../catalog/records.ts';
import type { RecordPosition } from './references.ts';
import type { Note, Source } from './source.ts';

export interface RowProblem extends RecordPosition, Violation {}

/** Collects the problems of an import. */
export class ProblemList {
	readonly #files: ReadonlyMap<string, { readonly position: number; readonly row: string }>;
	readonly #most: number;
	readonly #problems = new Map<string, RowProblem>();
	#hasMore = false;

	/** @param most the number of problems that the list can hold */
	constructor(sources: readonly Source[], most: number) {
		this.#most = most;
		this.#files = new Map(sources.map(({ file, words }, position) => [file, { position, row: words.row }]));
	}

	/** Adds a problem, unless the list is full or has it already. Several records from one row may break the same rule. */
	add(problem: RowProblem): void {
		if (this.#hasMore) return;
		const identity = JSON.stringify([problem.file, problem.row, problem.column, problem.value, problem.rule]);
		if (this.#problems.has(identity)) return;
		if (this.#problems.size === this.#most) this.#hasMore = true;
		else this.#problems.set(identity, problem);
	}

	/** Whether there were more problems than the list can hold. */
	get hasMore(): boolean {
		return this.#hasMore;
	}

	/** Returns the problems, by source in the order of the sources, and by row. */
	all(): RowProblem[] {
		const positionOf = ({ file }: RowProblem) => this.#files.get(file)!.position;
		return [...this.#problems.values()].sort((a, b) => positionOf(a) - positionOf(b) || a.row - b.row);
	}

	/** Names a place in the words of its file: `programs.csv row 3`. */
	readonly nameOf = ({ file, row }: RecordPosition): string => `${file} ${this.#files.get(file)!.row} ${row}`;
}

export type KindCounts = { readonly [K in Kind]: number };

/** Makes one line for each kind of record, with aligned columns: `organizations:  40 added, 0 changed, 0 unchanged`. */
export function summaryLines(counts: { readonly [change in 'added' | 'changed' | 'unchanged']: KindCounts }): string[] {
	const name = Math.max(...KINDS.map((kind) => kind.length)) + 1;
	const { added, changed, unchanged } = counts;
	const width = (some: KindCounts) => Math.max(...KINDS.map((kind) => String(some[kind]).length));
	const cell = (some: KindCounts, kind: Kind) => String(some[kind]).padStart(width(some));
	return KINDS.map((kind) => {
		const figures = `${cell(added, kind)} added, ${cell(changed, kind)} changed, ${cell(unchanged, kind)} unchanged`;
		return `${`${kind}:`.padEnd(name)} ${figures}`;
	});
}

/**
 * Makes one line for each `about`. The line combines all notes with this `about`:
 * `ignored fields that the directory does not have: tracking_method (750)`. For tables, it names the first rows:
 * `column Payout: as percentages (225: rows 4, 5, 6, …)`.
 */
export function noteLines(notes: readonly Note[]): string[] {
	const groups = Map.groupBy(notes, (note) => note.about);
	return [...groups].map(([about, group]) => `${about}: ${group.map(noteText).join(', ')}`);
}

const MOST_ROWS = 3;

function noteText({ detail, programs, rows }: Note): string {
	if (rows === undefined && programs.length === 0) return detail;
	if (rows === undefined) return `${detail} (${programs.length})`;
	const first = `${rows.slice(0, MOST_ROWS).join(', ')}${rows.length > MOST_ROWS ? ', …' : ''}`;
	return `${detail} (${rows.length}: ${rows.length === 1 ? 'row' : 'rows'} ${first})`;
}
