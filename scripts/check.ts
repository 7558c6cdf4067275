import { differenceLines } from '../src/commands/change-report.ts';
import { command, run } from '../src/commands/command.ts';
import { recordCounts } from '../src/commands/figures.ts';
import { positionInSnapshot, printProblems } from '../src/commands/problems.ts';
import { writeReport } from '../src/commands/report-file.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { type SnapshotDifference, termsToRead } from '../src/snapshot/changes/diff.ts';
import { checkSnapshot } from '../src/snapshot/check.ts';
import { count } from '../src/website/format/numbers.ts';

const check = command(
	'check',
	'Checks a snapshot against the rules of its schema, and those that a schema cannot express.',
	[
		[
			'npm run check -- --snapshot var/snapshot.sqlite',
			'exits with status 1 if there are errors; warnings do not count',
		],
		['npm run check -- --snapshot var/snapshot.sqlite --json', 'the same as JSON, for scripts'],
	],
)
	.addOption(SETTINGS.snapshot())
	.option('--json', 'print the report as JSON')
	.option('--report <file>', 'write all errors and warnings to a CSV file, too')
	.action(({ snapshot, json, report: file }) => {
		let read: readonly SnapshotDifference[] = [];
		const report = checkSnapshot(snapshot, (copy) => {
			read = termsToRead(copy);
		});
		if (file !== undefined) writeReport(file, report, positionInSnapshot);
		if (json) console.log(JSON.stringify({ ...report, read }, null, 2));
		else {
			printProblems('error', report.errors, positionInSnapshot);
			printProblems('warning', report.warnings, positionInSnapshot);
			if (read.length > 0) console.log(`A build reads the terms of ${count(read.length, 'program')} from their words:`);
			for (const line of differenceLines(read)) console.log(`  ${line}`);
			const found = [count(report.errors.length, 'error'), count(report.warnings.length, 'warning')];
			console.log(`${snapshot}: ${recordCounts(report.counts)}. ${found.join(', ')}.`);
		}
		if (report.errors.length > 0) process.exitCode = 1;
	});

await run(check);
