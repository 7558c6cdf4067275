import { namedEdits, workOf } from '../src/commands/change-report.ts';
import { command, run } from '../src/commands/command.ts';
import { printMarkdownTable, printTable } from '../src/commands/table.ts';
import { timestamp } from '../src/commands/timestamp.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { editsOf, readChanges } from '../src/snapshot/changes/read-changes.ts';
import { withSnapshot } from '../src/snapshot/open.ts';

const report = command('report', 'Says what changed in a snapshot since a day, by whom and why, the latest first.', [
	['npm run report -- --since 2026-11-16', 'as a table'],
	['npm run --silent report -- --since 2026-11-16 --markdown > report.md', 'as Markdown, for an e-mail or a wiki'],
])
	.addOption(SETTINGS.snapshot())
	.requiredOption('--since <day>', 'the first day', timestamp)
	.option('--markdown', 'print Markdown')
	.action(({ snapshot, since, markdown = false }) => {
		const rows = withSnapshot(snapshot, (db) =>
			readChanges(db, since)
				.map((change) => [
					change.at.slice(0, 'YYYY-MM-DD'.length),
					change.by ?? 'unknown',
					workOf(change),
					namedEdits(editsOf(db, change.id)),
					change.because ?? '',
				])
				.toArray(),
		);
		if (rows.length === 0) return console.log(`No changes since ${since}.`);
		(markdown ? printMarkdownTable : printTable)(['day', 'who', 'what', 'records', 'why'], rows);
	});

await run(report);
