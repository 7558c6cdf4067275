import type { Command } from 'commander';
import { SINGULAR } from '../../catalog/change.ts';
import type { Program } from '../../catalog/program.ts';
import { COLUMNS, KEY, type Kind, type RecordOf } from '../../catalog/records.ts';
import { command } from '../../commands/command.ts';
import { recordCount } from '../../commands/figures.ts';
import { printTable } from '../../commands/table.ts';
import { SETTINGS } from '../../config/settings.ts';
import { releasesWithRecords } from '../../release/snapshot-copies.ts';
import { cellOf } from '../../snapshot/export-csv.ts';
import { withSnapshot } from '../../snapshot/open.ts';
import {
	addRecord,
	isMatch,
	matchingRecords,
	mergeRecords,
	needRecord,
	readAssignments,
	removeRecords,
	renameRecord,
	setFields,
} from './edit-records.ts';
import { type EditOptions, editSnapshot } from './edit-snapshot.ts';
import { eraseRecords } from './erase-records.ts';
import { addModeration } from './moderate-reviews.ts';
import { statedBy } from './stated-by.ts';
import { unsureLine, unsurePrograms } from './unsure-programs.ts';

/** The columns of a list, besides the slug or ID. */
const LISTED: { readonly [K in Kind]: readonly string[] } = {
	organizations: ['name', 'website_url'],
	categories: ['name'],
	programs: ['name', 'organization', 'commission_text', 'status'],
	reviews: ['program', 'author_username', 'rating', 'status', 'title'],
};

const EXAMPLES: { readonly [K in Kind]: readonly (readonly [string, string])[] } = {
	organizations: [
		['npm run organizations -- set acme website_url=https://acme.example/', 'changes a field'],
		['npm run organizations -- merge acme-inc acme', 'the programs of acme-inc become programs of acme'],
	],
	categories: [
		['npm run categories -- add slug=crm name=CRM icon=contact', ''],
		['npm run categories -- merge customer-relations crm', 'moves its programs and removes it'],
	],
	programs: [
		['npm run programs -- list --where status=draft', 'the drafts'],
		['npm run programs -- list --unsure', 'those whose pay you must confirm'],
		['npm run programs -- set acme commission_rate=25 --because "mail from Acme"', ''],
		['npm run programs -- rename acme-ai acme', 'gives it another slug'],
	],
	reviews: [
		['npm run reviews -- pending', 'the reviews that wait for approval'],
		['npm run reviews -- approve rev_1 prop_2', 'publishes them'],
		['npm run reviews -- reject prop_2 --because "Name the program"', 'the author sees the reason'],
	],
};

/** Makes the command with which users edit the records of a kind. */
export function recordCommand(kind: Kind): Command {
	const key = KEY[kind] === 'slug' ? 'slug' : 'id';
	const records = command(
		kind,
		`Lists, shows and edits ${kind}. Each edit is a change that can be undone.`,
		EXAMPLES[kind],
	);
	addReading(records, kind, key);
	edit(records, kind, `set <${key}> <field=value...>`, 'change fields; an empty value empties the field').action(
		(one: string, assignments: string[], options: EditOptions) =>
			editSnapshot('set', options, (change) => setFields(change, kind, one, readAssignments(kind, assignments))),
	);
	edit(records, kind, 'add <field=value...>', `add a ${SINGULAR[kind]}`).action(
		(assignments: string[], options: EditOptions) =>
			editSnapshot('add', options, (change) => addRecord(change, kind, readAssignments(kind, assignments))),
	);
	edit(
		records,
		kind,
		`remove <${key}...>`,
		kind === 'programs' ? 'remove programs and their reviews' : `remove ${kind}`,
	).action((keys: string[], options: EditOptions) =>
		editSnapshot('remove', options, (change) => removeRecords(change, kind, keys)),
	);
	addErasing(records, kind, key);
	if (kind === 'reviews') addModeration(records, (name, description) => edit(records, kind, name, description));
	else {
		edit(records, kind, 'rename <old> <new>', 'change the slug').action(
			(old: string, renamed: string, options: EditOptions) =>
				editSnapshot('rename', options, (change) => renameRecord(change, kind, old, renamed)),
		);
		edit(records, kind, 'merge <slug> <into>', 'move what belongs to it to another one, and remove it').action(
			(slug: string, into: string, options: EditOptions) =>
				editSnapshot('merge', options, (change) => mergeRecords(change, kind, slug, into)),
		);
	}
	return records;
}

function addReading(records: Command, kind: Kind, key: string): void {
	const listing = records
		.command('list')
		.description(`list ${kind}`)
		.option('--where <field=value...>', 'list only those with these values')
		.addOption(SETTINGS.snapshot())
		.option('--json', 'print all fields as JSON')
		.action((options: ListOptions) => list(kind, options));
	if (kind === 'programs') listing.option('--unsure', 'list only those whose pay an editor must confirm');
	records
		.command(`show <${key}>`)
		.description('show all fields that are not empty')
		.addOption(SETTINGS.snapshot())
		.option('--json', 'print all fields as JSON')
		.action((one: string, { snapshot, json }: { snapshot: string; json?: boolean }) => {
			const record = withSnapshot(snapshot, (db) => needRecord(db, kind, one));
			if (json) return console.log(JSON.stringify(record, null, 2));
			const { commission_evidence: _, ...fields } = record as Partial<Program>;
			const rows = Object.entries(fields).flatMap(([field, value]) => {
				const by = statedBy(record as Program, field);
				const text = [isEmptyList(value) ? '' : asText(value), by === undefined ? '' : `(${by})`];
				return text.join('') === '' ? [] : [[field, text.filter(Boolean).join(' ')]];
			});
			printTable(['field', 'value'], rows);
		});
}

interface ListOptions {
	readonly where?: readonly string[];
	readonly snapshot: string;
	readonly json?: boolean;
	readonly unsure?: boolean;
}

function list(kind: Kind, { where = [], snapshot, json, unsure }: ListOptions): void {
	const wanted = readAssignments(kind, where);
	const unsureOnes = unsure
		? withSnapshot(snapshot, (db) => [...unsurePrograms(db).filter(({ program }) => isMatch(program, wanted))])
		: undefined;
	const found =
		unsureOnes?.map(({ program }) => program) ?? withSnapshot(snapshot, (db) => [...matchingRecords(db, kind, wanted)]);
	if (json) {
		console.log(JSON.stringify(found, null, 2));
		return;
	}
	const columns = [KEY[kind], ...LISTED[kind]];
	if (unsureOnes) printTable(['slug', 'why', 'what was understood', 'its words'], unsureOnes.map(unsureLine));
	else {
		printTable(
			columns,
			found.map((record: RecordOf<Kind>) => columns.map((column) => asText(record[column as never]))),
		);
	}
	console.log(recordCount(kind, found.length));
}

function addErasing(records: Command, kind: Kind, key: string): void {
	const reviews = kind === 'programs' ? ' and their reviews' : '';
	const what = `remove ${kind}${reviews}, and take their values out of the log of changes; this cannot be undone`;
	edit(records, kind, `erase <${key}...>`, what)
		.addOption(SETTINGS.out())
		.action((keys: string[], { out, ...options }: EditOptions & { readonly out: string }) => {
			editSnapshot('erase', options, (change) => eraseRecords(change, kind, keys));
			if (options.dryRun || options.json) return;
			console.log('To take it off the site: npm run build');
			const copies = releasesWithRecords(out, kind, keys);
			if (copies.length === 0) return;
			console.log(
				`These releases still have it, also in their copies of the snapshot: ${copies.join(', ')}. restore-snapshot leaves it out. To see for how long they are kept: npm run releases`,
			);
		});
}

/** Adds a subcommand that edits the snapshot. */
function edit(records: Command, kind: Kind, name: string, description: string): Command {
	return records
		.command(name)
		.description(description)
		.addOption(SETTINGS.snapshot())
		.option('--because <text>', 'why, for the log of changes')
		.option('--dry-run', 'show what would change, but write nothing')
		.option('--json', 'print the change as JSON')
		.addHelpText('after', `\nFields: ${Object.keys(COLUMNS[kind]).join(', ')}`);
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Shows a value on one line, as it is written in a CSV file. */
function asText(value: unknown): string {
	return cellOf(value).replaceAll('\n', ' ');
}
