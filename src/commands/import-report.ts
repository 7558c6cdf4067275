import { KINDS, show } from '../catalog/records.ts';
import type { Imported } from '../snapshot/import/import-into.ts';
import type { FoundConflict, ImportPlan } from '../snapshot/import/plan.ts';
import type { Profile } from '../snapshot/import/profile.ts';
import type { RecordPosition } from '../snapshot/import/references.ts';
import { noteLines, type RowProblem, summaryLines } from '../snapshot/import/report.ts';
import type { Source } from '../snapshot/import/source.ts';
import type { RecordKey } from '../snapshot/removals.ts';
import { count, number } from '../website/format/numbers.ts';
import { differenceLines } from './change-report.ts';
import { type Position, printProblems, problemLines } from './problems.ts';
import { profileLines } from './profile-lines.ts';

/** Prints the report as JSON. @param facts printed first @param profile the profile of a first import */
export function printJson(
	facts: object,
	sources: readonly Source[],
	{ plan, notes: ofValues, removed, differences, written }: Imported,
	profile: Profile | undefined,
): void {
	const { added, changed, unchanged, hasMoreProblems: more_errors, warnings, moreWarnings: more_warnings } = plan;
	const errors = plan.problems.map((problem) => ({ ...problem, value: problem.value ?? null }));
	const { conflicts, keptRemoved: kept_removed, gone, notUnderstood: not_understood } = plan;
	const notes = [...sources.flatMap((source) => source.notes), ...ofValues];
	const records = { added, changed, unchanged, removed, conflicts, kept_removed, gone, not_understood };
	const found = { errors, more_errors, warnings, more_warnings, notes };
	const report = { ...facts, written, ...records, profile, differences, ...found };
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

/** @param outcome what that means for the import, as a sentence */
export function errorLines(
	sources: readonly Source[],
	{ problems, hasMoreProblems }: ImportPlan,
	outcome = 'Nothing was written.',
): string[] {
	const found = hasMoreProblems
		? `The import stopped after ${count(problems.length, 'error')}, so not every row was checked`
		: count(problems.length, 'error');
	return [...problemLines('error', problems, positionsIn(sources)), `${found}. ${outcome}`];
}

/** Prints the rows that a partial import left out. @param report the file that lists them all, if there is one */
export function printRefused(
	sources: readonly Source[],
	refused: readonly RowProblem[],
	report: string | undefined,
): void {
	if (refused.length === 0) return;
	printProblems('error', refused, positionsIn(sources));
	const rows = new Set(refused.map(({ file, row }) => `${file} ${row}`)).size;
	const where = report === undefined ? 'Write them to a file with --report FILE.' : `They are in ${report}.`;
	console.error(`${count(rows, 'row')} ${rows === 1 ? 'was' : 'were'} refused. ${where}`);
}

export function resultOf(hasChanges: boolean, dryRun: boolean): string {
	if (!hasChanges) return 'nothing to change';
	return dryRun ? 'would be written' : 'written';
}

/** Says what an import does not take over, and what the sources note. */
export function importNotes(
	sources: readonly Source[],
	{ plan, notes, removed, undo }: Pick<Imported, 'plan' | 'notes' | 'removed' | 'undo'>,
): string[] {
	const { conflicts, keptRemoved, gone, notUnderstood } = plan;
	const left = gone.filter(({ kind, key }) => !removed.some((one) => one.kind === kind && one.key === key));
	return [
		...conflictLines(conflicts),
		...noteLines([...sources.flatMap((source) => source.notes), ...notes]).map((line) => `note: ${line}`),
		...(notUnderstood > 0
			? [
					`note: ${count(notUnderstood, 'program')} ${notUnderstood === 1 ? 'has' : 'have'} a commission that is not understood: npm run programs -- list --unsure`,
				]
			: []),
		...(keptRemoved.length > 0
			? [`note: not added again, because they were removed here: ${keysOf(keptRemoved)}`]
			: []),
		...(undo === undefined
			? []
			: [
					`note: change ${undo} undid an import of this source, which stays undone. To bring it back: npm run undo -- ${undo}`,
				]),
		...(left.length > 0 ? [`note: no longer in the source, but kept (see --remove-missing): ${keysOf(left)}`] : []),
		...(removed.length > 0 ? [`removed: ${keysOf(removed)}`] : []),
	];
}

/** Prints the notes of an import, the differences, the numbers of records, the profile, and a last line. */
export function printSummary(
	lastLine: string,
	sources: readonly Source[],
	imported: Imported,
	profile: Profile | undefined,
): void {
	for (const line of importNotes(sources, imported)) console.log(line);
	const lines = differenceLines(imported.differences ?? []);
	for (const line of lines.slice(0, MOST_DIFFERENCES)) console.log(line);
	if (lines.length > MOST_DIFFERENCES) {
		console.log(`… and ${count(lines.length - MOST_DIFFERENCES, 'more line')}. To see all: --json`);
	}
	for (const line of summaryLines(imported.plan)) console.log(line);
	if (profile !== undefined) for (const line of profileLines(profile)) console.log(line);
	console.log(lastLine);
}

/** The maximum number of conflicts, and of keys in a list, that are printed. */
const MOST_PRINTED = 20;
const MOST_DIFFERENCES = 100;

/** Makes one line for each field that both the source and a user have changed. */
function conflictLines(conflicts: readonly FoundConflict[]): string[] {
	const lines = conflicts.slice(0, MOST_PRINTED).map(({ kind, key, field, ours, theirs }) => {
		return `conflict: ${kind} ${key}, ${field}: the source now has ${show(theirs, 'nothing')}, but it was changed here to ${show(ours, 'nothing')}, which stays`;
	});
	const more = conflicts.length - lines.length;
	if (more > 0) lines.push(`… and ${count(more, 'more conflict')}`);
	return conflicts.length === 0
		? []
		: [...lines, 'To list conflicts and to take over values of the source: npm run accept'];
}

/** Lists records by kind: `programs acme, beta; reviews rev_1`. */
function keysOf(records: readonly RecordKey[]): string {
	const groups = KINDS.map((kind) => [kind, records.filter((one) => one.kind === kind)] as const);
	return groups
		.filter(([, some]) => some.length > 0)
		.map(([kind, some]) => {
			const more = some.length > MOST_PRINTED ? ` and ${number(some.length - MOST_PRINTED)} more` : '';
			return `${kind} ${some
				.slice(0, MOST_PRINTED)
				.map(({ key }) => key)
				.join(', ')}${more}`;
		})
		.join('; ');
}
