import { command, run } from '../src/commands/command.ts';
import { printProblems } from '../src/commands/problems.ts';
import { SETTINGS } from '../src/commands/settings.ts';
import { checkSnapshot } from '../src/snapshot/check.ts';
import { withSnapshot } from '../src/snapshot/open.ts';
import { count } from '../src/website/format/numbers.ts';

const check = command('check', 'Checks a snapshot against the rules that its SQL schema cannot express.', [
	['npm run check -- --snapshot var/snapshot.sqlite', 'exits with status 1 if there are errors; warnings do not count'],
	['npm run check -- --snapshot var/snapshot.sqlite --json', 'the same as JSON, for scripts'],
])
	.addOption(SETTINGS.snapshot())
	.option('--json', 'print the report as JSON')
	.action(({ snapshot, json }) => {
		const report = withSnapshot(snapshot, (db) => checkSnapshot(db));
		if (json) console.log(JSON.stringify(report, null, 2));
		else {
			const at = ({ kind, key }: { kind: string; key: string }) => [kind, key] as const;
			printProblems('error', report.errors, at);
			printProblems('warning', report.warnings, at);
			const { organizations, categories, programs, reviews } = report.counts;
			const held = [
				count(organizations, 'organization'),
				count(categories, 'category', 'categories'),
				count(programs, 'program'),
				count(reviews, 'review'),
			];
			const found = [count(report.errors.length, 'error'), count(report.warnings.length, 'warning')];
			console.log(`${snapshot}: ${held.join(', ')}. ${found.join(', ')}.`);
		}
		if (report.errors.length > 0) process.exitCode = 1;
	});

await run(check);
