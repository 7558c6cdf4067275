import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eraseRecords } from '../../../src/editor/edits/erase-records.ts';
import { editsOf, findChange, readChanges } from '../../../src/snapshot/changes/read-changes.ts';
import { undoChange } from '../../../src/snapshot/changes/undo.ts';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { recordFinder } from '../../../src/snapshot/read.ts';
import { change, made, NOW, snapshotOf } from '../made.ts';

const erase = (
	snapshot: string,
	...[kind, ...keys]: Parameters<typeof eraseRecords> extends [unknown, infer K, unknown] ? [K, ...string[]] : never
) => change(snapshot, (open) => eraseRecords(open, kind, keys));

/** All edits, oldest first, as short strings. */
const edits = (snapshot: string) =>
	withSnapshot(snapshot, (db) =>
		[...readChanges(db)]
			.reverse()
			.flatMap(({ id }) => editsOf(db, id))
			.map(({ kind, key, before, after }) => `${kind} ${key}${before || after ? '' : ' erased'}`),
	);

test('A review is removed, and no byte of it stays in the file, in the log or in what its source said', () => {
	const snapshot = snapshotOf();
	change(snapshot, (writer) => {
		writer.upsert('reviews', made('reviews', { title: 'Private1', author_display_name: 'Private2' }));
		writer.sources.save({ name: 'feed', path: '/feed', mapping: null, usual_values: null, imported_at: NOW });
		writer.sources.say('feed', 'reviews', 'rev_1', '{"title":"Private3"}');
		writer.sources.add({
			source: 'feed',
			kind: 'reviews',
			key: 'rev_1',
			field: 'title',
			theirs: '"Private4"',
			at: NOW,
		});
		writer.upsert('programs', made('programs', { name: 'Kept' }));
	});
	change(snapshot, (writer) => writer.upsert('reviews', made('reviews', { title: 'Private5' })));
	for (const word of ['Private1', 'Private2', 'Private3', 'Private4', 'Private5', 'Kept']) {
		expect(readFileSync(snapshot, 'latin1')).toContain(word);
	}
	erase(snapshot, 'reviews', 'rev_1');
	expect(readFileSync(snapshot, 'latin1')).not.toContain('Private');
	expect(edits(snapshot)).toEqual([
		'reviews rev_1 erased',
		'programs acme-partners',
		'reviews rev_1 erased',
		'reviews rev_1 erased',
	]);
	expect(withSnapshot(snapshot, (db) => recordFinder(db)('reviews', 'rev_1'))).toBeUndefined();
});

test('An undo of it, or of an earlier change of the record, says that the values were erased', () => {
	const snapshot = snapshotOf();
	change(snapshot, (writer) => writer.upsert('reviews', made('reviews', { title: 'New' })));
	erase(snapshot, 'reviews', 'rev_1');
	for (const id of [1, 2]) {
		change(snapshot, (open) => {
			expect(undoChange(open, id)).toEqual([
				{ kind: 'reviews', key: 'rev_1', because: 'the values of this edit were erased' },
			]);
			expect(open.logged()).toBeUndefined();
		});
	}
});

test('A program is erased with its reviews, and also under its former slugs and those that were merged into it', () => {
	const snapshot = snapshotOf();
	change(snapshot, (writer) => writer.upsert('programs', made('programs', { slug: 'other', name: 'Secret 1' })));
	change(snapshot, (writer) => writer.upsert('programs', made('programs', { name: 'Secret 2' })));
	change(snapshot, (writer) => writer.rename('programs', 'acme-partners', 'acme'));
	change(snapshot, (writer) => writer.remove('programs', 'other', 'acme'));
	erase(snapshot, 'programs', 'acme');
	expect(readFileSync(snapshot, 'latin1')).not.toContain('Secret');
	expect(edits(snapshot).filter((edit) => !edit.endsWith(' erased'))).toEqual([]);
	expect(edits(snapshot)).toContain('reviews rev_1 erased');
});

test('Another record that had the same slug earlier keeps its values', () => {
	const snapshot = snapshotOf();
	change(snapshot, (writer) => writer.upsert('programs', made('programs', { name: 'First' })));
	change(snapshot, (writer) => writer.rename('programs', 'acme-partners', 'first'));
	change(snapshot, (writer) => writer.upsert('programs', made('programs', { name: 'Second' })));
	erase(snapshot, 'programs', 'acme-partners');
	expect(edits(snapshot)).toEqual([
		'programs acme-partners',
		'programs first',
		'programs acme-partners erased',
		'programs acme-partners erased',
	]);
});

test('A record that was removed earlier can be erased too, but not one that never existed', () => {
	const snapshot = snapshotOf();
	change(snapshot, (writer) => writer.remove('reviews', 'rev_1'));
	expect(() => erase(snapshot, 'reviews', 'rev_2')).toThrow('There is no review rev_2.');
	erase(snapshot, 'reviews', 'rev_1');
	expect(edits(snapshot)).toEqual(['reviews rev_1 erased', 'reviews rev_1 erased']);
	expect(() => erase(snapshot, 'reviews', 'rev_1')).toThrow('There is no review rev_1.');
	expect(() => erase(snapshot, 'organizations', 'acme')).toThrow('organization acme is used by 1 program');
	expect(withSnapshot(snapshot, (db) => findChange(db)?.id)).toBe(2);
});
