import { dirname } from 'node:path';
import { command, run } from '../src/commands/command.ts';
import {
	errorLines,
	positionsIn,
	printJson,
	printRefused,
	printSummary,
	resultOf,
} from '../src/commands/import-report.ts';
import { tableMapper } from '../src/commands/map-tables.ts';
import { printProblems, printWarning } from '../src/commands/problems.ts';
import { writeReport } from '../src/commands/report-file.ts';
import { timestamp } from '../src/commands/timestamp.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { explain } from '../src/shared/explain.ts';
import { makeFolder } from '../src/shared/files.ts';
import { toTimestamp } from '../src/shared/to-timestamp.ts';
import { findSourceToImport, openSources } from '../src/snapshot/import/files.ts';
import { importInto, separateRows } from '../src/snapshot/import/import-into.ts';
import { profileOf } from '../src/snapshot/import/profile.ts';
import { isOfSample } from '../src/snapshot/import/sample.ts';
import type { Source } from '../src/snapshot/import/source.ts';
import { lockSnapshot } from '../src/snapshot/write.ts';
import { count } from '../src/website/format/numbers.ts';

const importFiles = command(
	'import',
	'Imports records from files into a snapshot. A record that exists changes where its source has changed since its last import.',
	[
		['npm run import -- data/sample --snapshot var/snapshot.sqlite', 'the CSV files of a folder'],
		['npm run import -- programs.csv reviews.csv --dry-run', 'checks every row and shows what would change'],
		[
			'npm run import -- registry.json --source openaffiliate',
			'an OpenAffiliate registry, as the source openaffiliate',
		],
		['npm run import -- openaffiliate', 'the same source again, from the same path'],
		[
			'npm run import -- partners.xlsx',
			'a spreadsheet. It asks what is unclear, and keeps the answers with the source',
		],
	],
)
	.argument(
		'<file...>',
		'organizations.csv, categories.csv, programs.csv, reviews.csv, a folder of them, another table (.csv, .xlsx, .ods, .json, .ndjson), registry.json, or the name of a source',
	)
	.addOption(SETTINGS.snapshot())
	.option('--source <name>', 'the name of the source (default: the name of the file or folder)')
	.option('--because <text>', 'why, for the log of changes')
	.option('--remove-missing', 'remove the records that the source had at its last import, but no longer has')
	.option('--keep-usual', 'keep the values that a registry or network gives for nearly all programs')
	.option('--dry-run', 'check every row and show what would change, but write nothing')
	.option(
		'--now <time>',
		'the time of import, for records without dates, for example 2026-04-18 (default: now)',
		timestamp,
	)
	.option('--yes', 'take the guessed mapping of a table without questions')
	.option('--mapping <file>', 'the mapping of a table, as JSON; if the file does not exist, the mapping is saved in it')
	.option('--partial', 'import the other rows if some have errors')
	.option('--json', 'print the report as JSON')
	.option('--report <file>', 'write all refused rows with the reasons, and the warnings, to a CSV file')
	.addHelpText(
		'after',
		'\nFor the columns of each CSV file, see "CSV files" in src/docs/content.md. If a record already exists, a missing column\n' +
			'keeps the stored value, and an empty cell resets it.',
	)
	.action(async (given: string[], options) => {
		const { snapshot, dryRun = false, json = false, report, now = toTimestamp(new Date()), partial = false } = options;
		const { because, removeMissing, keepUsual } = options;
		const { paths, source, mapping: saved } = findSourceToImport(snapshot, given, options.source);
		const mapper = tableMapper(snapshot, source.name, saved, { yes: options.yes, file: options.mapping, json });
		const sources = await openSources(paths, mapper.sourceOf);
		if (!dryRun) explain(() => makeFolder(dirname(snapshot)), 'create the folder', dirname(snapshot));
		const importing = {
			snapshot,
			sources,
			source,
			mapping: mapper.usedMappings(),
			now,
			because,
			removeMissing,
			keepUsual,
		};
		const perform = (files: readonly Source[]) => {
			const these = { ...importing, sources: files };
			return dryRun ? importInto(these) : lockSnapshot(snapshot, (write) => importInto(these, write));
		};
		let imported = perform(sources);
		// Without a correct header, it is unclear what the rows say, so no row is imported.
		const mustSeparate =
			imported.plan.problems.length > 0 && !imported.plan.hasWrongHeader && (partial || report !== undefined);
		const { accepted, refused } = mustSeparate ? separateRows(importing) : { accepted: sources, refused: [] };
		if (partial && mustSeparate) imported = perform(accepted);
		const { plan, hasChanges, sample } = imported;
		const hasErrors = plan.problems.length > 0;

		if (hasChanges && !hasErrors && sample > 0 && !sources.every(({ file }) => isOfSample(file))) {
			printWarning(
				`${snapshot} also contains the sample directory (${count(sample, 'invented organization')}), which the website shows together with yours. To start without it, see "Start your own directory" in README.md.`,
			);
		}
		if (report !== undefined) {
			const errors = mustSeparate ? refused : plan.problems;
			writeReport(report, { errors, warnings: plan.warnings }, positionsIn(sources));
		}
		const profile = imported.isFirst && !hasErrors ? profileOf(plan.writes) : undefined;
		if (json) printJson({ snapshot, source: source.name, ...(partial ? { refused } : {}) }, sources, imported, profile);
		if (partial && !hasErrors) printRefused(sources, refused, report);
		if (hasErrors) for (const line of errorLines(sources, plan)) console.error(line);
		else printProblems('warning', plan.warnings, positionsIn(sources), plan.moreWarnings);
		if (!json && !hasErrors) {
			printSummary(`${snapshot}: ${resultOf(hasChanges, dryRun)}.`, sources, imported, profile);
		}
		if (hasErrors) process.exitCode = 1;
	});

await run(importFiles);
