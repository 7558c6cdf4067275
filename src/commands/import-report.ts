import type { Plan } from '../snapshot/import/plan.ts';
import type { RecordPosition } from '../snapshot/import/references.ts';
import { noteLines, summaryLines } from '../snapshot/import/report.ts';
import type { Source } from '../snapshot/import/source.ts';
import { count } from '../website/format/numbers.ts';
import { type Position, printProblems } from './problems.ts';

/** Prints the report as JSON. @param facts printed first */
export function printJson(facts: object, sources: readonly Source[], plan: Plan): void {
	const { added, changed, unchanged, hasMoreProblems: more_errors, warnings, moreWarnings: more_warnings } = plan;
	const errors = plan.problems.map((problem) => ({ ...problem, value: problem.value ?? null }));
	const notes = sources.flatMap((source) => source.notes);
	const report = { ...facts, added, changed, unchanged, errors, more_errors, warnings, more_warnings, notes };
	console.log(JSON.stringify(report, null, 2));
}

/** Returns a function that says where a problem is. */
export function positionsIn(sources: readonly Source[]): (place: RecordPosition) => Position {
	const words = new Map(sources.map((source) => [source.file, source.words]));
	return ({ file, row }) => {
		const { row: unit, column } = words.get(file)!;
		return [`${file} ${unit}`, row, column];
	};
}

export function printErrors(sources: readonly Source[], { problems, hasMoreProblems }: Plan): void {
	printProblems('error', problems, positionsIn(sources));
	const found = hasMoreProblems
		? `The import stopped after ${count(problems.length, 'error')}, so not every row was checked`
		: count(problems.length, 'error');
	console.error(`${found}. Nothing was written.`);
}

export function resultOf(hasChanges: boolean, dryRun: boolean): string {
	if (!hasChanges) return 'nothing to change';
	return dryRun ? 'would be written' : 'written';
}

/** Prints the notes of the sources, the numbers of records, and a last line. */
export function printSummary(lastLine: string, sources: readonly Source[], plan: Plan): void {
	for (const line of noteLines(sources.flatMap((source) => source.notes))) console.log(`note: ${line}`);
	for (const line of summaryLines(plan)) console.log(line);
	console.log(lastLine);
}
