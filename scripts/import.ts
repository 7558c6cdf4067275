import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { toTimestamp } from '../src/catalog/fields.ts';
import { KINDS } from '../src/catalog/records.ts';
import { command, run } from '../src/command/command.ts';
import { type Position, printProblems } from '../src/command/problems.ts';
import { SETTINGS } from '../src/command/settings.ts';
import { explain } from '../src/explain.ts';
import { openSources } from '../src/importers/files.ts';
import { NOTHING_STORED, type Plan, planImport } from '../src/importers/plan.ts';
import type { Place } from '../src/importers/references.ts';
import { noteLines, summaryLines } from '../src/importers/report.ts';
import type { Source } from '../src/importers/source.ts';
import { makeFolder } from '../src/make-folder.ts';
import { count } from '../src/site/numbers.ts';
import { withSnapshot } from '../src/snapshot/open.ts';
import { authorFinder, recordFinder } from '../src/snapshot/read.ts';
import { lockSnapshot, type SnapshotWriter, type WriteSnapshot } from '../src/snapshot/write.ts';

const now = toTimestamp(new Date());

const importFiles = command(
	'import',
	'Adds records from files to a snapshot, and updates those it has by slug or id.',
	[
		['npm run import -- data/sample --snapshot var/snapshot.sqlite', 'the CSV files of a folder'],
		['npm run import -- programs.csv reviews.csv --dry-run', 'checks every row and says what would change'],
		['npm run import -- registry.json --json', 'a registry of OpenAffiliate; the report as JSON'],
	],
)
	.argument(
		'<file...>',
		'organizations.csv, categories.csv, programs.csv, reviews.csv, a folder of them, or registry.json',
	)
	.addOption(SETTINGS.snapshot())
	.option('--dry-run', 'check every row and say what would change, but write nothing')
	.option('--json', 'print the report as JSON')
	.addHelpText(
		'after',
		'\nThe columns of each CSV file: "CSV files" in README.md. Of a record that is there already, a missing column keeps\n' +
			'what is stored, and an empty cell resets it.',
	)
	.action((paths: string[], { snapshot, dryRun = false, json = false }) => {
		const sources = openSources(paths);
		if (!dryRun) explain(() => makeFolder(dirname(snapshot)), 'make the folder', dirname(snapshot));
		const { plan, hasNews, written } = dryRun
			? importInto(snapshot, sources)
			: lockSnapshot(snapshot, (write) => importInto(snapshot, sources, write));
		const hasErrors = plan.problems.length > 0;

		if (json) printJson({ snapshot, written }, sources, plan);
		else if (hasErrors) printErrors(plan);
		else printSummary(`${snapshot}: ${outcome(hasNews, dryRun)}.`, sources, plan);
		if (hasErrors) process.exitCode = 1;
	});

/** Plans an import and, given what writes, does it unless a row is wrong. */
function importInto(snapshot: string, sources: readonly Source[], write?: WriteSnapshot) {
	const isThere = existsSync(snapshot);
	const plan = isThere ? planUpdate(snapshot, sources) : planImport(sources, NOTHING_STORED, now);
	const hasNews = !isThere || KINDS.some((kind) => plan.writes[kind].length > 0);
	if (write === undefined || plan.problems.length > 0 || !hasNews) return { plan, hasNews, written: false };

	const provenance = { source: sources.map(({ file }) => basename(file)).join(', '), created_at: now };
	const fill = (writer: SnapshotWriter) => {
		for (const kind of KINDS) for (const record of plan.writes[kind]) writer.upsert(kind, record);
	};
	explain(() => write(provenance, fill), 'write', snapshot);
	return { plan, hasNews, written: true };
}

function planUpdate(snapshot: string, sources: readonly Source[]): Plan {
	return withSnapshot(snapshot, (db) => {
		// One transaction: one state of the snapshot, and no lock for each of a million look-ups.
		return db.transaction(() => {
			return planImport(sources, { find: recordFinder(db), findAuthor: authorFinder(db) }, now);
		})();
	});
}

function printJson(facts: object, sources: readonly Source[], plan: Plan): void {
	const { added, changed, unchanged } = plan;
	const errors = plan.problems.map((problem) => ({ ...problem, value: problem.value ?? null }));
	const notes = sources.flatMap((source) => source.notes);
	console.log(JSON.stringify({ ...facts, added, changed, unchanged, errors, warnings: plan.warnings, notes }, null, 2));
}

function at({ file, row }: Place): Position {
	return [`${file} row`, row];
}

function printErrors({ problems }: Plan): void {
	printProblems('error', problems, at);
	console.error(`${count(problems.length, 'error')}. Nothing was written.`);
}

function outcome(hasNews: boolean, dryRun: boolean): string {
	if (!hasNews) return 'nothing to change, left as it was';
	return dryRun ? 'would be written' : 'written';
}

function printSummary(lastLine: string, sources: readonly Source[], plan: Plan): void {
	printProblems('warning', plan.warnings, at);
	for (const line of noteLines(sources.flatMap((source) => source.notes))) console.log(`note: ${line}`);
	for (const line of summaryLines(plan)) console.log(line);
	console.log(lastLine);
}

await run(importFiles);
