import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAssignments, setFields } from '../../../../src/editor/edits/edit-records.ts';
import { importInto } from '../../../../src/snapshot/import/import-into.ts';
import { applyMapping } from '../../../../src/snapshot/import/table/apply-mapping.ts';
import { readKnownNames } from '../../../../src/snapshot/import/table/identities.ts';
import type { Mapping } from '../../../../src/snapshot/import/table/mapping.ts';
import { withSnapshot } from '../../../../src/snapshot/open.ts';
import { records } from '../../../../src/snapshot/read.ts';
import { lockSnapshot } from '../../../../src/snapshot/write.ts';
import { NOW, temporaryFolder } from '../../made.ts';
import { tableOf } from './made.ts';

const TABLE = tableOf(
	'Name,Website,Pays,Window',
	'Lumo,https://lumo.example/,20%,45',
	'Pax,https://pax.example/,30%,90',
	'Vero,https://vero.example/,10%,30',
);

const mappingOf = (window: string): Mapping => ({
	kind: 'programs',
	columns: {
		Name: { field: 'name' },
		Website: { field: 'website_url' },
		Pays: { field: 'commission' },
		Window: { field: window },
	},
});

test('A corrected mapping is applied to the rows of the same file, but not to fields that were edited', () => {
	const snapshot = join(temporaryFolder(), 'snapshot.sqlite');
	const importWith = (mapping: Mapping) => {
		const source = { name: 'list', path: '/list.csv' };
		const sources = [applyMapping(TABLE, mapping, readKnownNames(snapshot, source.name))];
		const options = { snapshot, sources, source, mapping: JSON.stringify([mapping]), now: NOW };
		return lockSnapshot(snapshot, (write) => importInto(options, write));
	};
	const programs = () =>
		withSnapshot(snapshot, (db) =>
			[...records(db, 'programs')].map(({ slug, cookie_days, payout_minimum }) => [slug, cookie_days, payout_minimum]),
		);

	importWith(mappingOf('payout_minimum'));
	lockSnapshot(snapshot, (write) => {
		const assignments = readAssignments('programs', ['payout_minimum=5']);
		write({ command: 'set', at: NOW }, (change) => setFields(change, 'programs', 'pax', assignments));
	});
	const { plan } = importWith(mappingOf('cookie_days'));
	expect(programs()).toEqual([
		['lumo', 45, null],
		['pax', 90, 5],
		['vero', 30, null],
	]);
	expect(plan.conflicts.map(({ key, field }) => [key, field])).toEqual([['pax', 'payout_minimum']]);
	expect(importWith(mappingOf('cookie_days')).hasNews).toBe(false);
});
