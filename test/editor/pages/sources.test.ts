import { beforeEach, describe, expect, test } from 'vitest';
import { acceptValues, keepValues, openConflicts } from '../../../src/editor/edits/accept-conflicts.ts';
import { renameRecord, setFields } from '../../../src/editor/edits/edit-records.ts';
import type { MakeEdits } from '../../../src/editor/edits/edit-snapshot.ts';
import { saidValues } from '../../../src/editor/pages/said-values.ts';
import { csvSource } from '../../../src/snapshot/import/csv.ts';
import { importInto } from '../../../src/snapshot/import/import-into.ts';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { recordFinder } from '../../../src/snapshot/read.ts';
import { lockSnapshot } from '../../../src/snapshot/write.ts';
import { snapshotOf } from '../../snapshot/made.ts';

const NOW = '2026-05-02T12:00:00Z';

let snapshot: string;
beforeEach(() => {
	snapshot = snapshotOf();
	importLumo('feed', '30');
});

function importLumo(source: string, days: string): void {
	const text = `slug,name,organization,commission_type,website_url,cookie_days,source_name\nlumo,Lumo,acme,one_time,https://lumo.example/,${days},Feed\n`;
	const sources = [csvSource('programs.csv', 'programs', () => Buffer.from(text))];
	const options = { snapshot, sources, source: { name: source, path: `/${source}` }, now: NOW };
	lockSnapshot(snapshot, (write) => importInto(options, write));
}

function edit(makeEdits: MakeEdits): void {
	lockSnapshot(snapshot, (write) => write({ command: 'edit', at: NOW }, makeEdits));
}

const said = (slug: string) =>
	withSnapshot(snapshot, (db) => saidValues(db, 'programs', slug, recordFinder(db)('programs', slug)!));

describe('The form of a record', () => {
	test('shows what its source said, by the name that the record gives the source', () => {
		expect(said('lumo').get('cookie_days')).toEqual([
			{ field: 'cookie_days', source: 'Feed', value: 30, differs: false },
		]);
		expect(said('lumo').has('description')).toBe(false);
	});

	test('shows it under a new slug, too, and that the record differs', () => {
		edit((change) => renameRecord(change, 'programs', 'lumo', 'luma'));
		edit((change) => setFields(change, 'programs', 'luma', { cookie_days: 60 }));
		expect(said('luma').get('cookie_days')).toMatchObject([{ value: 30, differs: true }]);
	});

	test('shows every source that gave a value', () => {
		importLumo('other', '45');
		expect(said('lumo').get('cookie_days')).toMatchObject([
			{ source: 'Feed', value: 30 },
			{ source: 'other', value: 45 },
		]);
	});
});

describe('A conflict with a source', () => {
	const filter = { kind: 'programs', key: 'lumo', fields: ['cookie_days'], source: 'feed' } as const;
	const open = () => withSnapshot(snapshot, (db) => openConflicts(db, filter));
	const days = () => withSnapshot(snapshot, (db) => recordFinder(db)('programs', 'lumo')!.cookie_days);

	beforeEach(() => {
		edit((change) => setFields(change, 'programs', 'lumo', { cookie_days: 60 }));
		importLumo('feed', '90');
		expect(open()).toMatchObject([{ ours: 60, theirs: '90' }]);
	});

	test('is settled by the source’s value', () => {
		edit((change) => acceptValues(change, filter));
		expect([days(), open()]).toEqual([90, []]);
	});

	test('is settled by the value of the directory, until the source changes again', () => {
		edit((change) => keepValues(change, filter));
		expect([days(), open()]).toEqual([60, []]);
		importLumo('feed', '90');
		expect(open()).toEqual([]);
		importLumo('feed', '100');
		expect(open()).toHaveLength(1);
	});

	test('of another kind of record is not settled with it', () => {
		expect(() => edit((change) => keepValues(change, { ...filter, kind: 'organizations' }))).toThrow(
			'There is no such conflict.',
		);
		expect(open()).toHaveLength(1);
	});
});
