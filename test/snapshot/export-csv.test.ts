import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KINDS } from '../../src/catalog/records.ts';
import { contentId } from '../../src/snapshot/content-id.ts';
import { exportCsv } from '../../src/snapshot/export-csv.ts';
import { openSources } from '../../src/snapshot/import/files.ts';
import { importInto } from '../../src/snapshot/import/import-into.ts';
import type { Table } from '../../src/snapshot/import/table/table.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { filledTerms } from '../../src/snapshot/terms/fill-terms.ts';
import { withGiven } from '../../src/snapshot/terms/given-terms.ts';
import { lockSnapshot } from '../../src/snapshot/write.ts';
import { offer } from '../support/offer.ts';
import { made, NOW, type SomeRecords, snapshotOf, temporaryFolder } from './made.ts';

const RECORDS: SomeRecords = {
	organizations: [made('organizations', { name: '=1+1, "quoted"', description: 'Two\nlines' })],
	categories: [made('categories'), made('categories', { slug: 'art', name: 'Art; fine' })],
	programs: [
		filledTerms(
			made('programs', {
				name: '@acme',
				categories: ['tools', 'art'],
				aliases: ['Acme, Inc.', 'Acme Mail'],
				deep_links: true,
				commission_rate: 12.5,
				commission_months: 6,
				offers: [offer({ rate: 30, per: 'sale', months: 12, condition: 'from 10 sales; in a month' })],
			}),
		),
		// Its figures were read from its words, but for the one that an editor has set.
		filledTerms(
			withGiven(
				made('programs', {
					slug: 'acme-read',
					commission_type: null,
					commission_text: '20% for 12 months; Earn 20% for 12 months.',
					commission_months: 24,
				}),
				['commission_months'],
			),
		),
	],
	reviews: [made('reviews', { body: '- a list\n- of lines' })],
};

const refuseTable = ({ file }: Table) => expect.unreachable(`${file} is not in our own format`);

test('An import of exported CSV files makes the same records, and changes nothing where they come from', async () => {
	const snapshot = snapshotOf(RECORDS);
	const folder = temporaryFolder();
	withSnapshot(snapshot, (db) => exportCsv(db, folder));
	const source = { name: 'csv', path: folder };
	for (const [file, added] of [
		[snapshot, 0],
		[join(temporaryFolder(), 'new.sqlite'), 2],
	] as const) {
		const options = { snapshot: file, sources: await openSources([folder], refuseTable), source, now: NOW };
		const { plan } = lockSnapshot(file, (write) => importInto(options, write));
		expect(plan).toMatchObject({ problems: [], conflicts: [], added: { programs: added }, changed: { programs: 0 } });
		expect(withSnapshot(file, contentId)).toBe(withSnapshot(snapshot, contentId));
	}
});

test('Exported CSV files are sorted, and contain no formulas', () => {
	const [folder, again] = [temporaryFolder(), temporaryFolder()];
	withSnapshot(snapshotOf(RECORDS), (db) => exportCsv(db, folder));
	const reversed = Object.fromEntries(Object.entries(RECORDS).map(([kind, some]) => [kind, some.toReversed()]));
	withSnapshot(snapshotOf(reversed), (db) => exportCsv(db, again));
	for (const kind of KINDS) {
		const text = readFileSync(join(folder, `${kind}.csv`), 'utf8');
		expect(readFileSync(join(again, `${kind}.csv`), 'utf8')).toBe(text);
		expect(text).not.toMatch(/(^|,)"[=+@-]/m);
	}
});
