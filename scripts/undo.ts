import { titleOf } from '../src/commands/change-report.ts';
import { command, run } from '../src/commands/command.ts';
import { SETTINGS, wholeNumber } from '../src/config/settings.ts';
import { type EditOptions, editSnapshot } from '../src/editor/edits/edit-snapshot.ts';
import { UserError } from '../src/shared/user-error.ts';
import { findChange } from '../src/snapshot/changes/read-changes.ts';
import { undoChange, undoConflictSentence } from '../src/snapshot/changes/undo.ts';
import { withSnapshot } from '../src/snapshot/open.ts';

const undo = command(
	'undo',
	'Undoes a change. What was changed again since then stays as it is. An undo can be undone, too.',
	[
		['npm run undo', 'undoes the latest change'],
		['npm run undo -- 12 --because "wrong feed"', 'undoes change 12: see npm run history'],
	],
)
	.argument('[change]', 'the number of the change (default: the latest one)', wholeNumber(1, Number.MAX_SAFE_INTEGER))
	.addOption(SETTINGS.snapshot())
	.option('--because <text>', 'why, for the log of changes')
	.option('--dry-run', 'show what would change, but write nothing')
	.option('--json', 'print the change as JSON')
	.action((id: number | undefined, options: EditOptions) => {
		const change = withSnapshot(options.snapshot, (db) => findChange(db, id));
		if (change === undefined) {
			throw new UserError(
				id === undefined
					? 'There is nothing to undo: no change has been logged.'
					: `There is no change ${id}. To list changes: npm run history`,
			);
		}
		if (!options.json) console.log(`Undoing change ${change.id} (${titleOf(change)})`);
		editSnapshot('undo', { ...options, undoes: change.id }, (open) => {
			for (const conflict of undoChange(open, change.id)) {
				console.error(`not undone: ${undoConflictSentence(conflict)}`);
			}
		});
	});

await run(undo);
