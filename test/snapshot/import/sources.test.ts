import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
	mergeRecords,
	readAssignments,
	removeRecords,
	renameRecord,
	setFields,
} from '../../../src/editor/edits/edit-records.ts';
import { eraseRecords } from '../../../src/editor/edits/erase-records.ts';
import { findChange } from '../../../src/snapshot/changes/read-changes.ts';
import { type UndoConflict, undoChange } from '../../../src/snapshot/changes/undo.ts';
import { importInto } from '../../../src/snapshot/import/import-into.ts';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { recordFinder, records } from '../../../src/snapshot/read.ts';
import { redirectFinder } from '../../../src/snapshot/redirects.ts';
import { readConflicts } from '../../../src/snapshot/sources.ts';
import { lockSnapshot, type OpenChange } from '../../../src/snapshot/write.ts';
import { change, snapshotOf, tamper, temporaryFolder } from '../made.ts';
import { type CsvFiles, csvSources } from './read-all.ts';

const NOW = '2026-05-02T12:00:00Z';

/** Imports CSV texts as the source `feed`, or as another one. */
function importFiles(
	snapshot: string,
	files: CsvFiles,
	{ source = 'feed', ...options }: { source?: string; removeMissing?: boolean } = {},
) {
	return lockSnapshot(snapshot, (write) =>
		importInto(
			{ snapshot, sources: csvSources(files), source: { name: source, path: `/${source}` }, now: NOW, ...options },
			write,
		),
	);
}

/** A feed of one program, Lumo. */
function feed(fields: { readonly [column: string]: string } = {}): CsvFiles {
	const program: { readonly [column: string]: string } = {
		slug: 'lumo',
		name: 'Lumo',
		organization: 'acme',
		commission_type: 'one_time',
		website_url: 'https://lumo.example/',
		cookie_days: '30',
		...fields,
	};
	return { programs: `${Object.keys(program)}\n${Object.values(program)}\n` };
}

const edit = (snapshot: string, fill: (change: OpenChange) => void) => change(snapshot, fill, { at: NOW });

function set(snapshot: string, slug: string, ...assignments: string[]): void {
	edit(snapshot, (open) => setFields(open, 'programs', slug, readAssignments('programs', assignments)));
}

const programIn = (snapshot: string, slug = 'lumo') =>
	withSnapshot(snapshot, (db) => recordFinder(db)('programs', slug));

const conflictsIn = (snapshot: string) =>
	withSnapshot(snapshot, readConflicts).map(({ key, field, theirs }) => [key, field, JSON.parse(theirs)]);

/** Undoes a change, by default the latest. Returns the conflicts. */
const undo = (snapshot: string, id?: number) =>
	lockSnapshot(snapshot, (write) => {
		const change = withSnapshot(snapshot, (db) => findChange(db, id))!;
		let conflicts: readonly UndoConflict[] = [];
		write({ command: 'undo', undoes: change.id, at: NOW }, (open) => {
			conflicts = undoChange(open, change.id);
		});
		return conflicts;
	});

/** A snapshot into which the feed was imported once. */
function imported(fields?: { readonly [column: string]: string }): string {
	const snapshot = snapshotOf();
	expect(importFiles(snapshot, feed(fields)).plan.problems).toEqual([]);
	return snapshot;
}

describe('An import of a source', () => {
	test('keeps our value of a field that the source has not changed', () => {
		const snapshot = imported();
		set(snapshot, 'lumo', 'cookie_days=45');
		const { plan, hasChanges } = importFiles(snapshot, feed());
		expect([hasChanges, plan.unchanged.programs, plan.conflicts]).toEqual([false, 1, []]);
		importFiles(snapshot, feed({ name: 'Lumo Mail' }));
		expect(programIn(snapshot)).toMatchObject({ cookie_days: 45, name: 'Lumo Mail' });
	});

	test('takes a value that only the source has changed', () => {
		const snapshot = imported();
		importFiles(snapshot, feed({ cookie_days: '60' }));
		importFiles(snapshot, feed({ cookie_days: '30' }));
		expect(programIn(snapshot)).toMatchObject({ cookie_days: 30, updated_at: NOW });
	});

	test('keeps our value if both have changed it, and says so once until the source changes it again', () => {
		const snapshot = imported();
		set(snapshot, 'lumo', 'cookie_days=45');
		const { plan } = importFiles(snapshot, feed({ cookie_days: '60', name: 'Lumo Mail' }));
		expect(plan.conflicts).toEqual([
			{ file: 'programs.csv', row: 2, kind: 'programs', key: 'lumo', field: 'cookie_days', ours: 45, theirs: 60 },
		]);
		expect(programIn(snapshot)).toMatchObject({ cookie_days: 45, name: 'Lumo Mail' });
		expect(conflictsIn(snapshot)).toEqual([['lumo', 'cookie_days', 60]]);
		expect(importFiles(snapshot, feed({ cookie_days: '60', name: 'Lumo Mail' })).plan.conflicts).toEqual([]);
		expect(importFiles(snapshot, feed({ cookie_days: '90' })).plan.conflicts).toMatchObject([{ theirs: 90 }]);
	});

	test('has no conflict if both have changed it to the same value', () => {
		const snapshot = imported();
		set(snapshot, 'lumo', 'cookie_days=60');
		expect(importFiles(snapshot, feed({ cookie_days: '60' })).plan.conflicts).toEqual([]);
	});

	test('does not bring back a removed record, even if the source changes it', () => {
		const snapshot = imported();
		edit(snapshot, (open) => removeRecords(open, 'programs', ['lumo']));
		const review = 'id,program,author_username,rating,created_at\nrev_9,lumo,bob,4,2026-01-01\n';
		const { plan } = importFiles(snapshot, { ...feed({ cookie_days: '60' }), reviews: review });
		expect(plan.problems).toEqual([]);
		expect(plan.keptRemoved).toEqual([
			{ kind: 'programs', key: 'lumo' },
			{ kind: 'reviews', key: 'rev_9' },
		]);
		expect(programIn(snapshot)).toBeUndefined();
	});

	test('keeps a record that is no longer in the source, and removes it on demand', () => {
		const snapshot = imported();
		const other = feed({ slug: 'beta', name: 'Beta', website_url: 'https://beta.example/' });
		expect(importFiles(snapshot, other).plan.gone).toEqual([{ kind: 'programs', key: 'lumo' }]);
		expect(programIn(snapshot)).toBeDefined();
		// The same import again removes what the one before named.
		expect(importFiles(snapshot, other, { removeMissing: true }).removed).toEqual([{ kind: 'programs', key: 'lumo' }]);
		expect(programIn(snapshot)).toBeUndefined();
		expect(importFiles(snapshot, other, { removeMissing: true }).removed).toEqual([]);
	});

	test('adds a record again that an import removed, once the source has it again', () => {
		const snapshot = imported();
		const other = feed({ slug: 'beta', name: 'Beta', website_url: 'https://beta.example/' });
		importFiles(snapshot, other, { removeMissing: true });
		expect(importFiles(snapshot, feed()).plan.added.programs).toBe(1);
		expect(programIn(snapshot)).toMatchObject({ cookie_days: 30 });
	});

	test('that was undone changes nothing until the undo is undone', () => {
		const snapshot = imported();
		const both = {
			programs: `${feed({ cookie_days: '60' }).programs}beta,Beta,acme,one_time,https://beta.example/,45\n`,
		};
		importFiles(snapshot, both);
		undo(snapshot);
		set(snapshot, 'lumo', 'payout_minimum=25');
		const left = importFiles(snapshot, both);
		expect(left).toMatchObject({ hasChanges: false, undo: 3 });
		undo(snapshot, 3);
		expect(programIn(snapshot)).toMatchObject({ cookie_days: 60, payout_minimum: 25 });
		expect(programIn(snapshot, 'beta')).toMatchObject({ cookie_days: 45 });
		expect(importFiles(snapshot, both).undo).toBeUndefined();
	});

	test('that made the snapshot can be undone, but for records that were changed since', () => {
		const snapshot = join(temporaryFolder(), 'snapshot.sqlite');
		const more = `${feed().programs}beta,Beta,acme,one_time,https://beta.example/,45\n`;
		const files = { organizations: 'slug,name\nacme,Acme\n', programs: more };
		importFiles(snapshot, files);
		set(snapshot, 'beta', 'cookie_days=60');
		expect(undo(snapshot, 1).map(({ key, because }) => [key, because])).toEqual([
			['beta', 'it was changed again (cookie_days, checked_at)'],
			['acme', 'programs beta needs it'],
		]);
		expect(programIn(snapshot)).toBeUndefined();
		undo(snapshot, 2);
		expect(undo(snapshot, 1)).toEqual([]);
		expect(withSnapshot(snapshot, (db) => [...records(db, 'organizations')])).toEqual([]);
		expect(importFiles(snapshot, files).plan.keptRemoved.map(({ key }) => key)).toEqual(['acme', 'lumo', 'beta']);
	});

	test('finds a renamed program by its old slug, and keeps our values', () => {
		const snapshot = imported();
		set(snapshot, 'lumo', 'cookie_days=45');
		edit(snapshot, (open) => renameRecord(open, 'programs', 'lumo', 'lumo-mail'));
		expect(importFiles(snapshot, feed(), { removeMissing: true })).toMatchObject({ hasChanges: false, removed: [] });
		importFiles(snapshot, feed({ name: 'Lumo Mail' }));
		// Another source that describes it for the first time.
		importFiles(snapshot, feed({ payout_minimum: '25' }), { source: 'other' });
		expect(programIn(snapshot, 'lumo-mail')).toMatchObject({ cookie_days: 45, name: 'Lumo Mail', payout_minimum: 25 });
		expect(programIn(snapshot)).toBeUndefined();
		expect(undo(snapshot, 3)).toEqual([]);
		expect(importFiles(snapshot, feed({ name: 'Lumo Post' })).plan.changed.programs).toBe(1);
		expect(programIn(snapshot)).toMatchObject({ cookie_days: 45, name: 'Lumo Post' });
	});

	test('that follows our rename removes nothing, and a conflict stays with the program', () => {
		const snapshot = imported();
		set(snapshot, 'lumo', 'cookie_days=45');
		importFiles(snapshot, feed({ cookie_days: '60' }));
		edit(snapshot, (open) => renameRecord(open, 'programs', 'lumo', 'lumo-mail'));
		expect(conflictsIn(snapshot)).toEqual([['lumo-mail', 'cookie_days', 60]]);
		const renamed = feed({ slug: 'lumo-mail', cookie_days: '60' });
		expect(importFiles(snapshot, renamed, { removeMissing: true }).removed).toEqual([]);
		expect(programIn(snapshot, 'lumo-mail')).toMatchObject({ cookie_days: 45 });
		const other = feed({ slug: 'beta', name: 'Beta', website_url: 'https://beta.example/' });
		const { removed } = importFiles(snapshot, other, { removeMissing: true });
		expect(removed).toEqual([{ kind: 'programs', key: 'lumo-mail' }]);
	});

	test('that still has a merged program does not overwrite the other one', () => {
		const snapshot = imported();
		edit(snapshot, (open) => mergeRecords(open, 'programs', 'lumo', 'acme-partners'));
		const merged = programIn(snapshot, 'acme-partners');
		expect(importFiles(snapshot, feed()).hasChanges).toBe(false);
		importFiles(snapshot, feed({ cookie_days: '60' }));
		expect(programIn(snapshot, 'acme-partners')).toEqual(merged);
		expect(conflictsIn(snapshot)).toEqual([['acme-partners', 'cookie_days', 60]]);
	});

	test('does not bring back a program that was renamed and then removed', () => {
		const snapshot = imported();
		edit(snapshot, (open) => renameRecord(open, 'programs', 'lumo', 'lumo-mail'));
		edit(snapshot, (open) => removeRecords(open, 'programs', ['lumo-mail']));
		const { plan } = importFiles(snapshot, feed({ cookie_days: '60' }), { source: 'other' });
		expect(plan.keptRemoved).toEqual([{ kind: 'programs', key: 'lumo' }]);
		expect(plan.added.programs).toBe(0);
	});

	test('redirects the slug of a program that it removes, until the program is back', () => {
		const snapshot = imported();
		const redirect = () => withSnapshot(snapshot, (db) => redirectFinder(db)('programs', 'lumo'));
		const other = feed({ slug: 'beta', name: 'Beta', website_url: 'https://beta.example/' });
		importFiles(snapshot, other, { removeMissing: true });
		expect(redirect()).toBeNull();
		expect(undo(snapshot)).toEqual([]);
		expect(redirect()).toBeUndefined();
	});

	test('does not take a file whose rows could not all be read for one without them', () => {
		const snapshot = imported();
		const { plan } = importFiles(snapshot, { programs: 'slug,name\n"broken' });
		expect(plan.gone).toEqual([]);
	});
});

describe('What a program pays, in an import of its source,', () => {
	const WORDS = { commission_text: '30% recurring for 12 months' };

	/** The changed columns of Lumo, before and after, as a dry run shows them. */
	function changesOf(snapshot: string, files: CsvFiles) {
		const options = { snapshot, sources: csvSources(files), source: { name: 'feed', path: '/feed' }, now: NOW };
		const [difference] = importInto(options).differences!;
		return [difference?.before, difference?.after];
	}

	test('is read again if the source changes its words', () => {
		const snapshot = imported(WORDS);
		expect(programIn(snapshot)).toMatchObject({ commission_rate: 30, commission_months: 12 });
		const changed = feed({ commission_text: '40% recurring for 24 months' });
		const [before, after] = changesOf(snapshot, changed);
		expect(before).toMatchObject({ commission_rate: 30, commission_months: 12 });
		expect(after).toMatchObject({ commission_rate: 40, commission_months: 24 });
		expect(importFiles(snapshot, changed).plan.conflicts).toEqual([]);
		expect(programIn(snapshot)).toMatchObject({ commission_rate: 40, commission_months: 24 });
	});

	test('is the figure that the source has of its own, with the rest from its words', () => {
		const snapshot = imported({ ...WORDS, commission_rate: '25' });
		expect(programIn(snapshot)).toMatchObject({
			commission_rate: 25,
			commission_evidence: { commission_rate: { by: 'source' } },
		});
		importFiles(snapshot, feed({ ...WORDS, commission_rate: '30' }));
		expect(programIn(snapshot)).toMatchObject({ commission_rate: 30, commission_months: 12 });
	});

	test('stays as an editor words it, and all changes of the source are conflicts', () => {
		const snapshot = imported({ ...WORDS, commission_duration: '12 months' });
		set(snapshot, 'lumo', 'commission_text=20% recurring for 12 months');
		expect(programIn(snapshot)).toMatchObject({ commission_rate: 20 });
		const kept = programIn(snapshot);
		const { plan } = importFiles(snapshot, feed({ ...WORDS, commission_duration: '24 months', name: 'Lumo Mail' }));
		expect(plan.conflicts.map(({ field, theirs }) => [field, theirs])).toEqual([['commission_duration', '24 months']]);
		expect(programIn(snapshot)).toMatchObject({ ...kept, name: 'Lumo Mail' });
	});

	test('stays as an editor words it without the figure that the source has of its own', () => {
		const snapshot = imported({ ...WORDS, commission_rate: '30' });
		set(snapshot, 'lumo', 'commission_text=20% recurring');
		expect(programIn(snapshot)).toMatchObject({ commission_rate: 20 });
		importFiles(snapshot, feed({ ...WORDS, commission_rate: '30', name: 'Lumo Mail' }));
		expect(programIn(snapshot)).toMatchObject({ commission_rate: 20, name: 'Lumo Mail' });
		expect(conflictsIn(snapshot)).toEqual([]);
		importFiles(snapshot, feed({ ...WORDS, commission_rate: '35' }));
		expect(conflictsIn(snapshot)).toEqual([['lumo', 'commission_rate', 35]]);
	});

	test('is the figure that an editor has set, until the source changes its words', () => {
		const snapshot = imported(WORDS);
		set(snapshot, 'lumo', 'commission_rate=25');
		expect(importFiles(snapshot, feed({ ...WORDS, name: 'Lumo Mail' })).plan.conflicts).toEqual([]);
		expect(programIn(snapshot)).toMatchObject({ commission_rate: 25, name: 'Lumo Mail' });
		importFiles(snapshot, feed({ commission_text: '40% recurring' }));
		expect(programIn(snapshot)).toMatchObject({ commission_rate: 25, ...WORDS });
		expect(conflictsIn(snapshot)).toEqual([['lumo', 'commission_text', '40% recurring']]);
	});

	test('is read anew if an earlier version read it, which kept no evidence, but not what a user has set', () => {
		const snapshot = imported(WORDS);
		tamper(snapshot, 'UPDATE programs SET commission_evidence = NULL, commission_rate = 99');
		importFiles(snapshot, feed(WORDS));
		expect(programIn(snapshot)).toMatchObject({
			commission_rate: 30,
			commission_evidence: { commission_rate: { by: 'words' } },
		});
		set(snapshot, 'lumo', 'commission_rate=25');
		tamper(snapshot, 'UPDATE programs SET commission_evidence = NULL');
		importFiles(snapshot, feed(WORDS));
		expect(programIn(snapshot)).toMatchObject({
			commission_rate: 25,
			commission_evidence: { commission_rate: { by: 'editor' } },
		});
	});

	test('stays as another tool wrote it if the source has no words about it', () => {
		const snapshot = imported();
		tamper(snapshot, "UPDATE programs SET commission_evidence = NULL, commission_rate = 99, commission_text = '30%'");
		importFiles(snapshot, feed({ cookie_days: '60' }));
		expect(programIn(snapshot)).toMatchObject({ commission_rate: 99, cookie_days: 60 });
	});

	test('is read again where a column of an exported file repeats it, and is taken where the file was changed', () => {
		const snapshot = imported(WORDS);
		const { commission_evidence } = programIn(snapshot)!;
		const exported = {
			...WORDS,
			commission_rate: '30',
			commission_evidence: `"${JSON.stringify(commission_evidence).replaceAll('"', '""')}"`,
		};
		const source = 'exported';
		importFiles(snapshot, feed({ ...exported, commission_text: '40% recurring' }), { source });
		expect(programIn(snapshot)).toMatchObject({ commission_rate: 40 });
		for (const commission_rate of ['45', '50']) {
			const files = feed({ ...exported, commission_rate, commission_text: '40% recurring' });
			expect(importFiles(snapshot, files, { source }).plan.conflicts).toEqual([]);
			expect(programIn(snapshot)).toMatchObject({
				commission_rate: Number(commission_rate),
				commission_evidence: { commission_rate: { by: 'source' } },
			});
		}
	});

	test('is counted if its words have a figure that is not understood', () => {
		const words = { commission_text: 'No longer pays 20%' };
		expect(importFiles(snapshotOf(), feed(words)).plan.notUnderstood).toBe(1);
		expect(importFiles(snapshotOf(), feed({ commission_text: 'Ask us.' })).plan.notUnderstood).toBe(0);
	});
});

describe('The first import of another source', () => {
	test('does not bring back a value that was changed since: a stale copy', () => {
		const snapshot = imported();
		set(snapshot, 'lumo', 'cookie_days=45');
		const { plan } = importFiles(snapshot, feed({ payout_minimum: '50' }), { source: 'colleague' });
		expect(plan.conflicts).toEqual([]);
		expect(programIn(snapshot)).toMatchObject({ cookie_days: 45, payout_minimum: 50 });
	});

	test('conflicts with a value that a user has set, but not with one from another source', () => {
		const snapshot = imported({ payout_minimum: '10' });
		set(snapshot, 'lumo', 'cookie_days=45');
		const files = feed({ cookie_days: '60', payout_minimum: '50' });
		const { plan } = importFiles(snapshot, files, { source: 'colleague' });
		expect(plan.conflicts).toMatchObject([{ field: 'cookie_days', ours: 45, theirs: 60 }]);
		expect(programIn(snapshot)).toMatchObject({ cookie_days: 45, payout_minimum: 50 });
	});
});

describe('undo', () => {
	test('restores fields, and an import does not change them again', () => {
		const snapshot = imported();
		importFiles(snapshot, feed({ cookie_days: '60' }));
		expect(undo(snapshot)).toEqual([]);
		expect(programIn(snapshot)).toMatchObject({ cookie_days: 30 });
		importFiles(snapshot, feed({ cookie_days: '60' }));
		expect(programIn(snapshot)).toMatchObject({ cookie_days: 30 });
	});

	test('keeps a field that was changed again, and says both values', () => {
		const snapshot = imported();
		set(snapshot, 'lumo', 'cookie_days=45', 'payout_minimum=50');
		const first = withSnapshot(snapshot, (db) => findChange(db))!.id;
		set(snapshot, 'lumo', 'cookie_days=50');
		expect(undo(snapshot, first)).toEqual([
			{ kind: 'programs', key: 'lumo', field: 'cookie_days', now: 50, before: 30, because: 'it was changed again' },
		]);
		expect(programIn(snapshot)).toMatchObject({ cookie_days: 50, payout_minimum: null });
	});

	test('keeps an added record that was changed, or that another one needs', () => {
		const snapshot = imported();
		const first = withSnapshot(snapshot, (db) => findChange(db))!.id;
		set(snapshot, 'lumo', 'cookie_days=50');
		expect(undo(snapshot, first)).toMatchObject([
			{ key: 'lumo', because: 'it was changed again (cookie_days, checked_at)' },
		]);
		expect(programIn(snapshot)).toBeDefined();
	});
});

test('An erased record stays away, and the snapshot does not keep again what the source says about it', () => {
	const snapshot = snapshotOf();
	importFiles(snapshot, feed({ name: 'Secret' }));
	edit(snapshot, (open) => eraseRecords(open, 'programs', ['lumo']));
	const { plan, written } = importFiles(snapshot, feed({ name: 'Secret again' }));
	expect(plan.keptRemoved).toEqual([{ kind: 'programs', key: 'lumo' }]);
	expect(written).toBe(false);
	importFiles(snapshot, feed({ name: 'Secret too' }), { source: 'another' });
	expect(withSnapshot(snapshot, (db) => recordFinder(db)('programs', 'lumo'))).toBeUndefined();
	expect(readFileSync(snapshot, 'latin1')).not.toContain('Secret');
});
