import { show } from '../src/catalog/records.ts';
import { command, run } from '../src/commands/command.ts';
import { printTable } from '../src/commands/table.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { acceptValues, openConflicts } from '../src/editor/edits/accept-conflicts.ts';
import { type EditOptions, editSnapshot } from '../src/editor/edits/edit-snapshot.ts';
import { withSnapshot } from '../src/snapshot/open.ts';

interface AcceptOptions extends EditOptions {
	readonly source?: string;
	readonly all?: boolean;
}

const accept = command(
	'accept',
	'Lists conflicts, and takes over values of sources. A conflict is a field that both a source and a user have changed.',
	[
		['npm run accept', 'lists all conflicts'],
		['npm run accept -- acme cookie_days', 'takes over the value of the source'],
		['npm run accept -- --all --source openaffiliate', 'takes over all values of a source'],
	],
)
	.argument('[slug]', 'the slug or ID of a record')
	.argument('[field...]', 'the fields to take over (default: all that conflict)')
	.addOption(SETTINGS.snapshot())
	.option('--source <name>', 'only the conflicts with this source')
	.option('--all', 'take over all values')
	.option('--because <text>', 'why, for the log of changes')
	.option('--dry-run', 'show what would change, but write nothing')
	.option('--json', 'print the conflicts or the change as JSON')
	.action((key: string | undefined, fields: string[], options: AcceptOptions) => {
		const filter = { key, fields, source: options.source };
		if (key !== undefined || options.all) {
			editSnapshot('accept', options, (change) => acceptValues(change, filter));
			return;
		}
		const found = withSnapshot(options.snapshot, (db) => openConflicts(db, filter));
		if (options.json) console.log(JSON.stringify(found, null, 2));
		else if (found.length === 0) console.log('No conflicts.');
		else {
			printTable(
				['record', 'field', 'ours', 'theirs', 'source'],
				found.map(({ kind, key, field, ours, theirs, source }) => [
					`${kind} ${key}`,
					field,
					show(ours, 'nothing'),
					show(JSON.parse(theirs), 'nothing'),
					source,
				]),
			);
		}
	});

await run(accept);
