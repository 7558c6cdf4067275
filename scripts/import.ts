import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { toTimestamp } from '../src/catalog/fields.ts';
import { KINDS } from '../src/catalog/records.ts';
import { command, run } from '../src/command/command.ts';
import { explain } from '../src/command/files.ts';
import { printProblems } from '../src/command/problems.ts';
import { SETTINGS } from '../src/command/settings.ts';
import { openSources } from '../src/importers/files.ts';
import { NOTHING_STORED, type Plan, planImport } from '../src/importers/plan.ts';
import { noteLines, summaryLines } from '../src/importers/report.ts';
import type { Source } from '../src/importers/source.ts';
import { withSnapshot } from '../src/snapshot/open.ts';
import { authorFinder, recordFinder } from '../src/snapshot/read.ts';
import { writeSnapshot } from '../src/snapshot/write.ts';

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
	.action((paths: string[], { snapshot, dryRun = false, json = false }) => {
		const sources = openSources(paths);
		const plan = planFor(snapshot, sources);
		const hasErrors = plan.problems.length > 0;
		const hasNews = !existsSync(snapshot) || KINDS.some((kind) => plan.writes[kind].length > 0);
		const written = hasNews && !hasErrors && !dryRun;
		if (written) write(snapshot, sources, plan);

		if (json) printJson({ snapshot, written }, sources, plan);
		else if (hasErrors) printErrors(plan);
		else printSummary(`${snapshot}: ${outcome(hasNews, dryRun)}.`, sources, plan);
		if (hasErrors) process.exitCode = 1;
	});

function planFor(snapshot: string, sources: readonly Source[]): Plan {
	if (!existsSync(snapshot)) return planImport(sources, NOTHING_STORED, now);
	return withSnapshot(snapshot, (db) => {
		// One transaction: one state of the snapshot, and no lock for each of a million look-ups.
		return db.transaction(() => {
			return planImport(sources, { find: recordFinder(db), findAuthor: authorFinder(db) }, now);
		})();
	});
}

function write(snapshot: string, sources: readonly Source[], { writes }: Plan): void {
	explain(() => mkdirSync(dirname(snapshot), { recursive: true }), 'make the folder', dirname(snapshot));
	const provenance = { source: sources.map(({ file }) => basename(file)).join(', '), created_at: now };
	const work = () =>
		writeSnapshot(snapshot, provenance, (writer) => {
			for (const kind of KINDS) for (const record of writes[kind]) writer.upsert(kind, record);
		});
	explain(work, 'write', snapshot);
}

function printJson(facts: object, sources: readonly Source[], plan: Plan): void {
	const { added, changed, unchanged } = plan;
	const errors = plan.problems.map((problem) => ({ ...problem, value: problem.value ?? null }));
	const notes = sources.flatMap((source) => source.notes);
	console.log(JSON.stringify({ ...facts, added, changed, unchanged, errors, notes }, null, 2));
}

function printErrors({ problems }: Plan): void {
	printProblems('error', problems, ({ file, row }) => `${file} row ${row}`);
	console.error(`${problems.length} ${problems.length === 1 ? 'error' : 'errors'}. Nothing was written.`);
}

function outcome(hasNews: boolean, dryRun: boolean): string {
	if (!hasNews) return 'nothing to change, left as it was';
	return dryRun ? 'would be written' : 'written';
}

function printSummary(lastLine: string, sources: readonly Source[], plan: Plan): void {
	for (const line of noteLines(sources.flatMap((source) => source.notes))) console.log(`note: ${line}`);
	for (const line of summaryLines(plan)) console.log(line);
	console.log(lastLine);
}

await run(importFiles);
