import type { Problem } from '../../catalog/records.ts';
import type { RecordPosition } from './references.ts';
import type { Source } from './source.ts';

/** A problem and its place. */
export interface RowProblem extends RecordPosition, Problem {}

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
