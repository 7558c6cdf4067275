import { describe, expect, test } from 'vitest';
import type { RecordOf } from '../../../../src/catalog/records.ts';
import { importInto } from '../../../../src/snapshot/import/import-into.ts';
import { applyMapping } from '../../../../src/snapshot/import/table/apply-mapping.ts';
import { guessMapping } from '../../../../src/snapshot/import/table/guess-mapping.ts';
import { readKnownNames, slugsOf } from '../../../../src/snapshot/import/table/identities.ts';
import { withSnapshot } from '../../../../src/snapshot/open.ts';
import { records } from '../../../../src/snapshot/read.ts';
import { lockSnapshot } from '../../../../src/snapshot/write.ts';
import { made, NOW, type SomeRecords, snapshotOf } from '../../made.ts';
import { tableOf } from './made.ts';

const LUMO = { slug: 'lumo', name: 'Lumo', website_url: 'https://lumo.example/' };
const PAX = { slug: 'pax', name: 'Pax', website_url: 'https://pax.example/' };

/** The slugs of rows with these names and sites. */
function slugs(
	rows: readonly (readonly [name: string, site: string])[],
	programs = [LUMO, PAX],
	said = [LUMO].slice(1),
) {
	const named = rows.map(([name, site], row) => ({ row, slug: undefined, name, site }));
	const known = programs.map((program) => ({ ...program, organization: 'acme' }));
	return [...slugsOf(named, { programs: known, said }).values()];
}

describe('A row is a known program', () => {
	test.each([
		['by its name and site', ['LUMO!', 'http://www.lumo.example'], 'lumo'],
		['by its name, if its site has changed', ['Lumo', 'https://lumo.io.example'], 'lumo'],
		['by its site, if its name has changed', ['Lumo Mail', 'https://lumo.example/?ref=1'], 'lumo'],
	] as const)('%s', (_, row, slug) => {
		expect(slugs([row])).toEqual([slug]);
	});

	test('only if no other row or program has its site', () => {
		const site = 'https://lumo.example';
		expect(
			slugs([
				['Lumo One', site],
				['Lumo Two', site],
			]),
		).toEqual(['lumo-one', 'lumo-two']);
		const twins = [LUMO, { ...LUMO, slug: 'lumo-shop', name: 'Lumo Shop' }];
		expect(slugs([['Lumo Mail', site]], twins)).toEqual(['lumo-mail']);
	});

	test('by what its source called it at the last import, if a user has changed both here', () => {
		const renamed = { slug: 'lumo', name: 'Lumen', website_url: 'https://lumen.example/' };
		expect(slugs([['Lumo', 'https://lumo.example']], [renamed], [LUMO])).toEqual(['lumo']);
	});
});

test('A new program gets a slug from its name, from its site or with a number', () => {
	const rows = [
		['Café Zoë™', 'https://zoe.example'],
		['Lumo', 'https://other.example'],
		['東京', 'https://tokyo.example'],
		['Search', 'https://search.example'],
		['Twin', 'https://a.example'],
		['Twin', 'https://b.example'],
		['Twin', 'https://a.example'],
	] as const;
	const twins = [LUMO, { ...LUMO, slug: 'lumo-2', website_url: 'https://lumo2.example/' }];
	expect(slugs(rows, twins)).toEqual([
		'cafe-zoe',
		'lumo-other-example',
		'tokyo-example',
		'search-program',
		'twin',
		'twin-b-example',
		'twin',
	]);
});

/** Imports the lines of a table as the source `list`. */
function importLines(snapshot: string, ...lines: readonly string[]) {
	const table = tableOf(...lines);
	const source = applyMapping(table, guessMapping(table).mapping, readKnownNames(snapshot, 'list'));
	return lockSnapshot(snapshot, (write) =>
		importInto({ snapshot, sources: [source], source: { name: 'list', path: '/list.csv' }, now: NOW }, write),
	);
}

const STORED: SomeRecords = {
	organizations: [made('organizations', { slug: 'acme', name: 'Acme, Inc.' })],
	categories: [made('categories', { slug: 'crm-tools', name: 'CRM' })],
	programs: [made('programs', { slug: 'lumo', name: 'Lumo', website_url: 'https://lumo.example/' })],
};

function programsIn(snapshot: string): RecordOf<'programs'>[] {
	return withSnapshot(snapshot, (db) => [...records(db, 'programs')]);
}

describe('An import of a table', () => {
	test('updates known programs, and uses known organizations and categories', () => {
		const snapshot = snapshotOf(STORED);
		const { plan } = importLines(
			snapshot,
			'Name,Website,Company,Category,Cookie days',
			'Lumo,https://lumo.example,Acme Inc,CRM,45',
			'Bolt,https://bolt.example,Bolt GmbH,"crm, Sales",30',
		);
		expect(plan.problems).toEqual([]);
		expect([plan.added, plan.changed.programs]).toEqual([
			{ organizations: 1, categories: 1, programs: 1, reviews: 0 },
			1,
		]);
		expect(programsIn(snapshot)).toMatchObject([
			{ slug: 'lumo', organization: 'acme', categories: ['crm-tools'], cookie_days: 45 },
			{ slug: 'bolt', organization: 'bolt-gmbh', categories: ['crm-tools', 'sales'] },
		]);
	});

	test('gives a program without an organization one of its own name and site, but keeps the one that it has', () => {
		const snapshot = snapshotOf(STORED);
		importLines(snapshot, 'Name,Website', 'Lumo,https://lumo.example', 'Bolt,https://bolt.example');
		expect(programsIn(snapshot).map(({ slug, organization }) => [slug, organization])).toEqual([
			['lumo', 'acme'],
			['bolt', 'bolt'],
		]);
		const [, bolt] = withSnapshot(snapshot, (db) => [...records(db, 'organizations')]);
		expect(bolt).toMatchObject({ slug: 'bolt', name: 'Bolt', website_url: 'https://bolt.example' });
	});

	test('changes nothing the second time', () => {
		const snapshot = snapshotOf(STORED);
		const lines = ['Name,Website,Category', 'Lumo,https://lumo.example,CRM', 'Bolt,https://bolt.example,Sales'];
		importLines(snapshot, ...lines);
		const { plan, hasChanges } = importLines(snapshot, ...lines);
		expect([hasChanges, plan.unchanged.programs, plan.gone]).toEqual([false, 2, []]);
	});
});

test('Reviews of a table name their programs by slug, name or site', () => {
	const snapshot = snapshotOf(STORED);
	const { plan } = importLines(
		snapshot,
		'Program,Stars,Reviewer,Date,Review',
		'lumo,4,ada,2026-04-01,Pays on time.',
		'LUMO,5,bob,2026-04-02,Good support.',
		'https://www.lumo.example,3,cleo,2026-04-03,Slow tracking.',
		'Lumos,3,dan,2026-04-04,Who?',
	);
	expect(plan.problems.map(({ row, sentence }) => [row, sentence])).toEqual([
		[5, 'no such program: lumos. Did you mean lumo?'],
	]);
});
