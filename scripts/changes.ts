import type Database from 'better-sqlite3';
import { type Command, Option } from 'commander';
import { CHANGE_KINDS, type ChangeKind } from '../src/catalog/change.ts';
import { command, run } from '../src/commands/command.ts';
import { printHidden, printPublishedChanges, withHistory } from '../src/commands/public-changes.ts';
import { timestamp } from '../src/commands/timestamp.ts';
import { SETTINGS, wholeNumber } from '../src/config/settings.ts';
import { kindsWith, publishedChanges } from '../src/release/history/hide.ts';
import { historyFile } from '../src/release/history/history-file.ts';
import { HistoryWriter } from '../src/release/history/history-writer.ts';
import { UserError } from '../src/shared/user-error.ts';

const changes = command('changes', 'Lists the public changes, and hides those that should not be public.', [
	['npm run changes', 'the latest public changes, with the numbers of their publications'],
	['npm run changes -- hide acme --since 2026-11-26T09:00:00Z --dry-run', 'shows what would be hidden'],
	['npm run changes -- hide acme --publication 41', 'hides what one publication changed of acme'],
	['npm run changes -- hide --publication 41', 'hides all changes of a publication'],
]);

select(changes.command('list [slug]', { isDefault: true }), 'list public changes, the latest first')
	.option('--limit <n>', 'the maximum number of changes', wholeNumber(1, 1000), 20)
	.option('--json', 'print the changes as JSON')
	.action((id: string | undefined, { out, limit, json = false, ...selection }) => {
		const found = withHistory(out, (db) => publishedChanges(db, { id, ...selection }, limit, true));
		if (json) console.log(JSON.stringify(found, null, 2));
		else printPublishedChanges(found);
	});

select(
	changes.command('hide [slug]'),
	'hide changes from pages and feeds, and erase their values; this cannot be undone',
)
	.option('--dry-run', 'show what would be hidden, but write nothing')
	.action((id: string | undefined, { out, dryRun = false, ...selection }) => {
		if (id === undefined && selection.publication === undefined) {
			throw new UserError('Name a record, a publication (--publication), or both. To list changes: npm run changes');
		}
		const record = withHistory(out, (db) =>
			id === undefined ? {} : { ...recordIn(db, id, selection.kind), withMentions: true },
		);
		const wanted = { ...selection, ...record };
		using history = new HistoryWriter(historyFile(out));
		printHidden(history.hide(wanted, dryRun), dryRun);
	});

/** @throws UserError when there is no such record in the history, or several of different kinds */
function recordIn(db: Database.Database, id: string, kind: ChangeKind | undefined) {
	const found = kindsWith(db, id).filter((one) => kind === undefined || one === kind);
	if (found.length === 1) return { kind: found[0]!, id };
	throw new UserError(
		found.length === 0
			? `There are no public changes of ${id}. To list changes: npm run changes`
			: `There are changes of several records ${id}. Add --kind ${found.join(' or --kind ')}`,
	);
}

function select(subcommand: Command, description: string): Command {
	return subcommand
		.description(description)
		.addOption(SETTINGS.out())
		.addOption(new Option('--kind <kind>', 'only changes of records of this kind').choices(CHANGE_KINDS))
		.option('--publication <n>', 'only changes of this publication', wholeNumber(1, Number.MAX_SAFE_INTEGER))
		.option('--since <time>', 'only changes that were published at this time or later', timestamp);
}

await run(changes);
