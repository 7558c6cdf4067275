import { countedEdits, editLines, titleOf } from '../src/commands/change-report.ts';
import { command, run } from '../src/commands/command.ts';
import { printTable } from '../src/commands/table.ts';
import { SETTINGS, wholeNumber } from '../src/config/settings.ts';
import { changesOfRecord, editsOf, readChanges } from '../src/snapshot/changes/read-changes.ts';
import { withSnapshot } from '../src/snapshot/open.ts';

const history = command('history', 'Lists the changes of a snapshot, the latest first, or those of one record.', [
	['npm run history', 'all changes'],
	['npm run history -- acme', 'the changes of one record, with old and new values, also under its former slugs'],
])
	.argument('[slug]', 'the slug or ID of a record')
	.addOption(SETTINGS.snapshot())
	.option('--limit <n>', 'the maximum number of changes', wholeNumber(1, 1_000_000), 20)
	.option('--json', 'print the changes with all edits as JSON')
	.action((key: string | undefined, { snapshot, limit, json = false }) => {
		const changes = withSnapshot(snapshot, (db) =>
			key === undefined
				? readChanges(db)
						.take(limit)
						.map((change) => ({ ...change, edits: editsOf(db, change.id) }))
						.toArray()
				: changesOfRecord(db, key).slice(0, limit),
		);
		if (json) return console.log(JSON.stringify(changes, null, 2));
		if (changes.length === 0) return console.log(key === undefined ? 'No changes yet.' : `No changes of ${key}.`);
		if (key === undefined) {
			const rows = changes.map((change) => [String(change.id), change.at, titleOf(change), countedEdits(change.edits)]);
			return printTable(['change', 'at', 'what', 'edits'], rows);
		}
		for (const change of changes) {
			console.log(`change ${change.id}, ${change.at}: ${titleOf(change)}`);
			for (const line of change.edits.flatMap(editLines)) console.log(`  ${line}`);
		}
	});

await run(history);
