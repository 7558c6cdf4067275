import { beforeEach, describe, expect, test } from 'vitest';
import type { Program } from '../../../src/catalog/program.ts';
import { setFields } from '../../../src/editor/edits/edit-records.ts';
import { undoChange } from '../../../src/snapshot/changes/undo.ts';
import { importInto } from '../../../src/snapshot/import/import-into.ts';
import { lockSnapshot } from '../../../src/snapshot/write.ts';
import { csvSources } from '../../snapshot/import/read-all.ts';
import { change, snapshotOf } from '../../snapshot/made.ts';
import { programIn } from './run-on.ts';

const NOW = '2026-05-02T12:00:00Z';

let snapshot: string;
beforeEach(() => {
	snapshot = snapshotOf();
});

/** Imports what a feed says about a program. Fields without a value are empty. */
function importFeed(fields: { readonly [column: string]: string }): void {
	const program = {
		...{ slug: 'lumo', name: 'Lumo', organization: 'acme', website_url: 'https://lumo.example/' },
		...{ commission_type: 'one_time', commission_rate: '', commission_text: '', cookie_days: '' },
		...fields,
	};
	const sources = csvSources({ programs: `${Object.keys(program)}\n${Object.values(program)}\n` });
	const source = { name: 'feed', path: '/feed' };
	lockSnapshot(snapshot, (write) => importInto({ snapshot, sources, source, now: NOW }, write));
}

const set = (fields: Partial<Program>) => change(snapshot, (open) => void setFields(open, 'programs', 'lumo', fields));
const lumo = () => programIn(snapshot, 'lumo') as Program;
const evidenceOf = (column: string) => lumo().commission_evidence?.[column]?.by;

describe('Figures that were read from words', () => {
	beforeEach(() => importFeed({ commission_text: '30% of each payment for 12 months' }));

	test('are read again if an editor changes the words, and an undo brings both back', () => {
		const before = lumo();
		expect(before).toMatchObject({ commission_rate: 30, commission_months: 12 });
		set({ commission_text: '40% of each payment for life' });
		expect(lumo()).toMatchObject({ commission_rate: 40, commission_months: null, commission_lifetime: true });
		expect(evidenceOf('commission_rate')).toBe('words');
		change(snapshot, (open) => undoChange(open, 2));
		expect({ ...lumo(), updated_at: before.updated_at }).toEqual(before);
	});

	test('are read again if the source changes the words', () => {
		importFeed({ commission_text: '25% of each payment for 6 months' });
		expect(lumo()).toMatchObject({ commission_rate: 25, commission_months: 6 });
	});

	test('go if the new words are not understood', () => {
		set({ commission_text: 'no longer 30%, now 10%' });
		expect(lumo()).toMatchObject({ commission_rate: null, commission_months: null, commission_per: null });
	});

	test('give way to what an editor enters, which stays when the words change', () => {
		set({ commission_rate: 35 });
		expect(lumo()).toMatchObject({ commission_rate: 35, commission_months: null });
		set({ commission_text: '40% of each payment for life' });
		expect(lumo()).toMatchObject({ commission_rate: 35, commission_lifetime: false });
		expect(evidenceOf('commission_rate')).toBe('editor');
	});

	test('come back with who states them if an editor’s figure is undone, also after another edit', () => {
		set({ commission_rate: 35 });
		set({ availability: 'open' });
		change(snapshot, (open) => void undoChange(open, 2));
		expect(lumo()).toMatchObject({ commission_rate: 30, availability: 'open' });
		expect([evidenceOf('commission_rate'), evidenceOf('availability')]).toEqual(['words', 'editor']);
	});

	test('stay empty if an editor empties them, also when the words change', () => {
		set({ commission_rate: null });
		set({ commission_text: '40% of each payment for life' });
		expect(lumo()).toMatchObject({ commission_rate: null, commission_lifetime: false });
		expect(evidenceOf('commission_rate')).toBe('editor');
	});
});

test('The figure of a source goes when an editor changes the words beside it', () => {
	importFeed({ commission_rate: '20', commission_text: '20% recurring' });
	expect(evidenceOf('commission_rate')).toBe('source');
	set({ commission_text: '40% of each payment for life' });
	expect(lumo()).toMatchObject({ commission_rate: 40, commission_lifetime: true });
	importFeed({ commission_rate: '25', commission_text: '25% recurring' });
	expect(lumo()).toMatchObject({ commission_rate: 40, commission_text: '40% of each payment for life' });
});

test('An availability that an editor empties is not read again', () => {
	importFeed({ restrictions_text: 'The program is closed to new affiliates.' });
	expect(lumo().availability).toBe('closed');
	set({ availability: null });
	expect(lumo().availability).toBeNull();
});

describe('The check of an editor', () => {
	const CHECKED = '2026-05-01T12:00:00Z';

	test.each<[string, { readonly [column: string]: string }]>([
		['pay', { commission_text: '25% of each payment' }],
		['another term', { cookie_days: '90' }],
	])('goes when an import changes %s', (_, changed) => {
		const first = { commission_text: '20% of each payment', cookie_days: '30' };
		importFeed(first);
		set({ payout_minimum: 50 });
		expect(lumo().checked_at).not.toBeNull();
		importFeed({ ...first, name: 'Lumo Partners' });
		expect(lumo()).toMatchObject({ name: 'Lumo Partners', checked_at: expect.any(String) });
		importFeed({ ...first, ...changed });
		expect(lumo().checked_at).toBeNull();
	});

	test('stays if the source states it', () => {
		importFeed({ commission_text: '20% of each payment', checked_at: CHECKED });
		importFeed({ commission_text: '25% of each payment', checked_at: CHECKED });
		expect(lumo()).toMatchObject({ commission_rate: 25, checked_at: CHECKED });
	});
});
