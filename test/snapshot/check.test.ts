import { describe, expect, test } from 'vitest';
import { checkSnapshot } from '../../src/snapshot/check.ts';
import type { RecordProblem } from '../../src/snapshot/record-rules.ts';
import { made, snapshotOf, tamper } from './made.ts';

/** Checks the smallest snapshot after `sql`. */
function checkAfter(sql: string) {
	const file = snapshotOf();
	tamper(file, sql);
	return checkSnapshot(file);
}

function places(findings: readonly RecordProblem[]): string[] {
	return findings.map(({ kind, key, column }) => `${kind} ${key}: ${column}`);
}

describe('checkSnapshot', () => {
	test('finds no problems in a valid snapshot, and counts its records', () => {
		expect(checkSnapshot(snapshotOf())).toEqual({
			errors: [],
			warnings: [],
			counts: { organizations: 1, categories: 1, programs: 1, reviews: 1 },
		});
	});

	test('finds no problems in an empty snapshot', () => {
		expect(checkSnapshot(snapshotOf({}))).toMatchObject({ errors: [], warnings: [], counts: { programs: 0 } });
	});

	test.each([
		["UPDATE programs SET website_url = 'javascript:alert(1)'", 'programs acme-partners: website_url'],
		["UPDATE programs SET signup_url = 'acme.example'", 'programs acme-partners: signup_url'],
		["UPDATE programs SET name = 'Two' || char(10) || 'lines'", 'programs acme-partners: name'],
		["UPDATE programs SET long_description = 'Bell' || char(7)", 'programs acme-partners: long_description'],
		["UPDATE programs SET description = 'caf' || CAST(x'e9' AS TEXT)", 'programs acme-partners: description'],
		["UPDATE authors SET display_name = CAST(x'c3' AS TEXT)", 'reviews rev_1: author_display_name'],
		['UPDATE organizations SET name = char(0x200b)', 'organizations acme: name'],
		["UPDATE categories SET name = char(0x202e) || 'sloot'", 'categories tools: name'],
		["UPDATE programs SET currency = 'XXY'", 'programs acme-partners: currency'],
		["UPDATE programs SET created_at = '2026-02-30T00:00:00Z'", 'programs acme-partners: created_at'],
		['UPDATE programs SET verified = 2', 'programs acme-partners: verified'],
		["UPDATE programs SET tracking_platform = 'In House'", 'programs acme-partners: tracking_platform'],
		["UPDATE programs SET commission_type = 'one-time'", 'programs acme-partners: commission_type'],
		["UPDATE categories SET icon = 'no-such-icon'", 'categories tools: icon'],
		["UPDATE organizations SET plan = 'Free Plan'", 'organizations acme: plan'],
		["UPDATE organizations SET logo_url = 'data:image/png;base64,AA=='", 'organizations acme: logo_url'],
		['UPDATE reviews SET rating = 4.2', 'reviews rev_1: rating'],
		["UPDATE reviews SET status = 'hidden'", 'reviews rev_1: status'],
		["UPDATE authors SET avatar_url = '/ada.png'", 'reviews rev_1: author_avatar_url'],
		["UPDATE programs SET organization = 'nobody'", 'programs acme-partners: organization'],
		["UPDATE program_categories SET category = 'nothing'", 'programs acme-partners: category'],
		["UPDATE reviews SET program = 'nothing'", 'reviews rev_1: program'],
		["UPDATE reviews SET author = 'nobody'", 'reviews rev_1: author'],
	])('finds an error after %s in %s', (sql, place) => {
		const { errors, warnings } = checkAfter(sql);
		expect(places(errors)).toContain(place);
		expect(errors.every(({ rule }) => rule !== '')).toBe(true);
		expect(warnings).toEqual([]);
	});

	test.each([
		['organizations', 'organizations acme: slug'],
		['categories', 'categories tools: slug'],
		['programs', 'programs acme-partners: slug'],
		['reviews', 'reviews rev_1: id'],
		['authors', 'reviews rev_1: author_username'],
	])('finds a repeated row of %s in a table that a tool created without its key', (table, place) => {
		const { errors } = checkAfter(
			`CREATE TABLE rows AS SELECT * FROM ${table};
			 DROP TABLE ${table};
			 ALTER TABLE rows RENAME TO ${table};
			 INSERT INTO ${table} SELECT * FROM ${table}`,
		);
		expect(places(errors)).toContain(place);
	});

	test('finds a program with a reserved slug', () => {
		const { errors } = checkAfter("UPDATE programs SET slug = 'search'");
		expect(errors).toContainEqual({
			kind: 'programs',
			key: 'search',
			column: 'slug',
			value: 'search',
			rule: 'a slug that is not reserved for a page of the site',
			fix: 'write search-program',
		});
	});

	test('finds text that is too long in a file whose tables do not limit it', () => {
		const { errors } = checkAfter(
			`UPDATE programs SET name = printf('%.*c', 201, 'x'), long_description = printf('%.*c', 20001, 'x')`,
		);
		expect(errors.map(({ column, rule, fix }) => ({ column, rule, fix }))).toEqual([
			{ column: 'long_description', rule: 'at most 20,000 characters long', fix: 'shorten it (it has 20,001)' },
			{ column: 'name', rule: 'at most 200 characters long', fix: 'shorten it (it has 201)' },
		]);
	});

	test('finds the category rows of a missing program', () => {
		expect(places(checkAfter('DELETE FROM programs').errors)).toContain('programs acme-partners: program');
	});

	test('reports all errors', () => {
		const { errors } = checkAfter("UPDATE programs SET currency = 'XXY', website_url = 'x', views = -1");
		expect(places(errors)).toEqual(
			expect.arrayContaining([
				'programs acme-partners: currency',
				'programs acme-partners: website_url',
				'programs acme-partners: views',
			]),
		);
	});

	test('warns of a review that is older than its program', () => {
		const { errors, warnings } = checkAfter("UPDATE reviews SET created_at = '2020-01-01T00:00:00Z'");
		expect(errors).toEqual([]);
		expect(places(warnings)).toEqual(['reviews rev_1: created_at']);
	});

	test.each([
		['organizations', 'acme', 'created_at'],
		['programs', 'acme-partners', 'created_at'],
		['programs', 'acme-partners', 'updated_at'],
		['programs', 'acme-partners', 'checked_at'],
		['reviews', 'rev_1', 'created_at'],
		['reviews', 'rev_1', 'updated_at'],
	])('warns of a time in the future: %s %s, %s', (kind, key, column) => {
		const { errors, warnings } = checkAfter(`UPDATE ${kind} SET ${column} = '2999-01-01T00:00:00Z'`);
		expect(errors).toEqual([]);
		expect(places(warnings)).toContain(`${kind} ${key}: ${column}`);
	});

	test.each([
		['programs', 'acme-partners'],
		['reviews', 'rev_1'],
	])('warns of dates in the wrong order: %s', (kind, key) => {
		const { errors, warnings } = checkAfter(`UPDATE ${kind} SET updated_at = '2026-04-30T00:00:00Z'`);
		expect(errors).toEqual([]);
		expect(warnings).toEqual([
			{
				kind,
				key,
				column: 'created_at',
				value: '2026-05-01T12:00:00Z',
				rule: 'no later than updated_at (2026-04-30T00:00:00Z)',
				fix: 'correct one of them',
			},
		]);
	});

	test('warns once of names that look the same, with the slugs', () => {
		const file = snapshotOf({
			organizations: ['a', 'b', 'c'].map((slug) => made('organizations', { slug, name: 'Same' })),
		});
		const { errors, warnings } = checkSnapshot(file);
		expect(errors).toEqual([]);
		expect(places(warnings)).toEqual(['organizations c: name']);
		expect(warnings[0]?.fix).toBe('rename one of these: a, b, c');
	});

	test.each([
		["commission_rate = 25, commission_text = '20% per sale'", 'commission_rate'],
		["commission_text = '20% per sale', description = 'Earn 25% per sale.'", 'commission_text'],
	])('warns of contradictory terms after %s', (sql, column) => {
		const { errors, warnings } = checkAfter(`UPDATE programs SET ${sql}`);
		expect(errors).toEqual([]);
		expect(places(warnings)).toEqual([`programs acme-partners: ${column}`]);
	});

	test('warns of the contradictory statements that an import found, until an editor sets the figure', () => {
		const statements = `INSERT INTO offers (program, position, rate, condition, stated_in)
			VALUES ('acme-partners', 1, 20, '20%', 'rate'), ('acme-partners', 2, 25, 'Earn 25%', 'description')`;
		expect(checkAfter(statements).warnings).toEqual([
			{
				kind: 'programs',
				key: 'acme-partners',
				column: 'commission_text',
				value: '20% (rate) | Earn 25% (description)',
				rule: 'the same commission everywhere',
				fix: 'set commission_rate or commission_amount to the right figure',
			},
		]);
		expect(checkAfter(`${statements}; UPDATE programs SET commission_rate = 25`).warnings).toEqual([]);
	});

	test.each(['commission_amount', 'payout_minimum'])('warns of a %s without a currency', (column) => {
		const { errors, warnings } = checkAfter(`UPDATE programs SET ${column} = 50`);
		expect(errors).toEqual([]);
		expect(places(warnings)).toEqual(['programs acme-partners: currency']);
		expect(checkAfter(`UPDATE programs SET ${column} = 50, currency = 'EUR'`).warnings).toEqual([]);
	});
});
