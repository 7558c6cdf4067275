import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { toTimestamp } from '../src/catalog/fields.ts';
import { KINDS } from '../src/catalog/records.ts';
import { isTimestamp } from '../src/catalog/timestamps.ts';
import { command, run } from '../src/commands/command.ts';
import { type Position, printProblems } from '../src/commands/problems.ts';
import { SETTINGS } from '../src/commands/settings.ts';
import { explain } from '../src/shared/explain.ts';
import { makeFolder } from '../src/shared/make-folder.ts';
import { openSources } from '../src/snapshot/import/files.ts';
import { NOTHING_STORED, type Plan, planImport } from '../src/snapshot/import/plan.ts';
import type { RecordPosition } from '../src/snapshot/import/references.ts';
import { noteLines, summaryLines } from '../src/snapshot/import/report.ts';
import { countSampleOrganizations, isOfSample } from '../src/snapshot/import/sample.ts';
import type { Source } from '../src/snapshot/import/source.ts';
import { normalizeTimestamp } from '../src/snapshot/import/timestamps.ts';
import { withSnapshot } from '../src/snapshot/open.ts';
import { authorFinder, recordFinder } from '../src/snapshot/read.ts';
import { lockSnapshot, type SnapshotWriter, type WriteSnapshot } from '../src/snapshot/write.ts';
import { count } from '../src/website/format/numbers.ts';

const importFiles = command(
	'import',
	'Imports records from files into a snapshot. Records with a known slug or ID are updated.',
	[
		['npm run import -- data/sample --snapshot var/snapshot.sqlite', 'the CSV files of a folder'],
		['npm run import -- programs.csv reviews.csv --dry-run', 'checks every row and shows what would change'],
		['npm run import -- registry.json --json', 'an OpenAffiliate registry; the report as JSON'],
	],
)
	.argument(
		'<file...>',
		'organizations.csv, categories.csv, programs.csv, reviews.csv, a folder of them, or registry.json',
	)
	.addOption(SETTINGS.snapshot())
	.option('--dry-run', 'check every row and show what would change, but write nothing')
	.option(
		'--now <time>',
		'the time of import, for records without dates, for example 2026-04-18 (default: now)',
		timeOf,
	)
	.option('--json', 'print the report as JSON')
	.addHelpText(
		'after',
		'\nFor the columns of each CSV file, see "CSV files" in src/docs/content.md. If a record already exists, a missing column\n' +
			'keeps the stored value, and an empty cell resets it.',
	)
	.action((paths: string[], { snapshot, dryRun = false, json = false, now = toTimestamp(new Date()) }) => {
		const sources = openSources(paths);
		if (!dryRun) explain(() => makeFolder(dirname(snapshot)), 'create the folder', dirname(snapshot));
		const { plan, hasChanges, written, sample } = dryRun
			? importInto(snapshot, sources, now)
			: lockSnapshot(snapshot, (write) => importInto(snapshot, sources, now, write));
		const hasErrors = plan.problems.length > 0;

		if (hasChanges && !hasErrors && sample > 0 && !sources.every(({ file }) => isOfSample(file))) {
			console.error(
				`warning: ${snapshot} also contains the sample directory (${count(sample, 'invented organization')}), which the website shows together with yours. To start without it, see "Start your own directory" in README.md.`,
			);
		}
		if (json) printJson({ snapshot, written }, sources, plan);
		if (hasErrors) printErrors(sources, plan);
		else printProblems('warning', plan.warnings, positionsIn(sources), plan.moreWarnings);
		if (!json && !hasErrors) printSummary(`${snapshot}: ${resultOf(hasChanges, dryRun)}.`, sources, plan);
		if (hasErrors) process.exitCode = 1;
	});

function timeOf(text: string): string {
	const time = normalizeTimestamp(text.trim());
	if (isTimestamp(time)) return time;
	throw new InvalidArgumentError('It must be a day or a time such as 2026-04-18 or 2026-04-18T09:30:00Z.');
}

/** Plans an import, and performs it if `write` is given and no row has errors. */
function importInto(snapshot: string, sources: readonly Source[], now: string, write?: WriteSnapshot) {
	const isThere = existsSync(snapshot);
	const { plan, sample } = isThere
		? planUpdate(snapshot, sources, now)
		: { plan: planImport(sources, NOTHING_STORED, now), sample: 0 };
	const hasChanges = !isThere || KINDS.some((kind) => plan.writes[kind].length > 0);
	if (write === undefined || plan.problems.length > 0 || !hasChanges)
		return { plan, hasChanges, written: false, sample };

	const provenance = { command: 'import', source: sources.map(({ file }) => basename(file)).join(', '), at: now };
	const fill = (writer: SnapshotWriter) => {
		for (const kind of KINDS) for (const record of plan.writes[kind]) writer.upsert(kind, record);
	};
	explain(() => write(provenance, fill), 'write', snapshot);
	return { plan, hasChanges, written: true, sample };
}

/** @returns the plan, and the number of sample organizations in the snapshot */
function planUpdate(snapshot: string, sources: readonly Source[], now: string) {
	return withSnapshot(snapshot, (db) => {
		const stored = { find: recordFinder(db), findAuthor: authorFinder(db) };
		return { plan: planImport(sources, stored, now), sample: countSampleOrganizations(stored) };
	});
}

function printJson(facts: object, sources: readonly Source[], plan: Plan): void {
	const { added, changed, unchanged, hasMoreProblems: more_errors, warnings, moreWarnings: more_warnings } = plan;
	const errors = plan.problems.map((problem) => ({ ...problem, value: problem.value ?? null }));
	const notes = sources.flatMap((source) => source.notes);
	const report = { ...facts, added, changed, unchanged, errors, more_errors, warnings, more_warnings, notes };
	console.log(JSON.stringify(report, null, 2));
}

function positionsIn(sources: readonly Source[]): (place: RecordPosition) => Position {
	const words = new Map(sources.map((source) => [source.file, source.words]));
	return ({ file, row }) => {
		const { row: unit, column } = words.get(file)!;
		return [`${file} ${unit}`, row, column];
	};
}

function printErrors(sources: readonly Source[], { problems, hasMoreProblems }: Plan): void {
	printProblems('error', problems, positionsIn(sources));
	const found = hasMoreProblems
		? `The import stopped after ${count(problems.length, 'error')}, so not every row was checked`
		: count(problems.length, 'error');
	console.error(`${found}. Nothing was written.`);
}

function resultOf(hasChanges: boolean, dryRun: boolean): string {
	if (!hasChanges) return 'nothing to change';
	return dryRun ? 'would be written' : 'written';
}

function printSummary(lastLine: string, sources: readonly Source[], plan: Plan): void {
	for (const line of noteLines(sources.flatMap((source) => source.notes))) console.log(`note: ${line}`);
	for (const line of summaryLines(plan)) console.log(line);
	console.log(lastLine);
}

await run(importFiles);
