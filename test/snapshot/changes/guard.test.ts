import { describe, expect, test } from 'vitest';
import { GUARD, type GuardOptions, guardFindings } from '../../../src/snapshot/changes/guard.ts';
import { made, type SomeRecords, snapshotOf, tamper } from '../made.ts';

/** A snapshot with forty programs, each of an organization with its own website. */
function forty(): string {
	const slugs = Array.from({ length: 40 }, (_, index) => `p${index}`);
	const records: SomeRecords = {
		organizations: slugs.map((slug) => made('organizations', { slug, name: slug })),
		programs: slugs.map((slug) =>
			made('programs', {
				slug,
				name: slug,
				organization: slug,
				website_url: `https://${slug}.example/`,
				commission_rate: 10,
			}),
		),
	};
	return snapshotOf(records);
}

/** What the guard finds after a change with SQL. */
function findings(sql: string, options: Partial<GuardOptions> = {}): string[] {
	const [before, after] = [forty(), forty()];
	tamper(after, sql);
	return guardFindings(before, after, { thresholds: GUARD, holdsChanges: false, isUpgrade: false, ...options });
}

const FIRST = (many: number) => `CAST(substr(slug, 2) AS INTEGER) < ${many}`;

describe('The guard', () => {
	test.each([
		['more than 5% removed', `DELETE FROM programs WHERE ${FIRST(5)}`, ['5 of 40 programs are removed (more than 5%)']],
		['a few removed', `DELETE FROM programs WHERE ${FIRST(4)}`, []],
		[
			'more than 25% added',
			`INSERT INTO organizations (slug, name, created_at) SELECT 'x' || slug, name, created_at FROM organizations WHERE ${FIRST(11)}`,
			['11 organizations are added to 40 (more than 25%)'],
		],
		[
			'a quarter added',
			`INSERT INTO organizations (slug, name, created_at) SELECT 'x' || slug, name, created_at FROM organizations WHERE ${FIRST(10)}`,
			[],
		],
		[
			'one field changed in more than 10%',
			`UPDATE programs SET cookie_days = 7 WHERE ${FIRST(5)}`,
			['cookie_days changes in 5 of 40 programs (more than 10%)'],
		],
		['several fields changed in a few', `UPDATE programs SET cookie_days = 7, name = 'x' WHERE ${FIRST(4)}`, []],
		['dates and counters', "UPDATE programs SET updated_at = '2027-01-01T00:00:00Z', views = 9", []],
		[
			'three links to a new domain',
			`UPDATE programs SET signup_url = 'https://join.evil.example/?id=' || slug WHERE ${FIRST(3)}`,
			['the links of p0, p1, p2 move to evil.example, to which nothing linked before'],
		],
		['two links to a new domain', `UPDATE programs SET signup_url = 'https://evil.example/' WHERE ${FIRST(2)}`, []],
		['links to a known domain', `UPDATE programs SET signup_url = 'https://p39.example/' WHERE ${FIRST(4)}`, []],
		[
			'three commissions that more than double',
			`UPDATE programs SET commission_rate = 25 WHERE ${FIRST(3)}`,
			['the commissions of p0, p1, p2 rise or fall by more than a factor of two'],
		],
		['three that double', `UPDATE programs SET commission_rate = 20 WHERE ${FIRST(3)}`, []],
		['nothing', 'SELECT 1', []],
	])('%s', (_, sql, expected) => {
		expect(findings(sql)).toEqual(expected);
	});

	test('has thresholds that can be set', () => {
		const thresholds = { ...GUARD, removed: 50, domain: 0 };
		expect(findings(`DELETE FROM programs WHERE ${FIRST(10)}`, { thresholds })).toEqual([]);
		expect(
			findings("UPDATE programs SET signup_url = 'https://evil.example/' WHERE slug = 'p1'", { thresholds }),
		).toHaveLength(1);
	});

	test('lets a small directory grow', () => {
		const [before, after] = [snapshotOf(), forty()];
		expect(guardFindings(before, after, { thresholds: GUARD, holdsChanges: false, isUpgrade: false })).toEqual([]);
	});

	test('lets a directory replace the sample, but not a part of it', () => {
		const sample = () => {
			const file = forty();
			tamper(
				file,
				"INSERT INTO organizations (slug, name, website_url, created_at) SELECT 'larkpost', 'Larkpost', 'https://www.larkpost.example', created_at FROM organizations LIMIT 1",
			);
			return file;
		};
		const options = { thresholds: GUARD, holdsChanges: false, isUpgrade: false };
		const [own, part] = [forty(), sample()];
		tamper(own, `DELETE FROM programs WHERE ${FIRST(20)}`);
		tamper(part, `DELETE FROM programs WHERE ${FIRST(20)}`);
		expect(guardFindings(sample(), own, options)).toEqual([]);
		expect(guardFindings(sample(), part, options)).toEqual(['20 of 40 programs are removed (more than 5%)']);
	});

	test('finds any change if asked', () => {
		const sql = "UPDATE programs SET name = 'x' WHERE slug = 'p7'";
		expect(findings(sql, { holdsChanges: true })).toEqual(['p7 change (--hold-changes)']);
		expect(findings("DELETE FROM programs WHERE slug = 'p7'", { holdsChanges: true })).toEqual([]);
	});

	test('does not count what another version of the application reads from the same words', () => {
		expect(findings('UPDATE programs SET commission_per = NULL, commission_months = 12', { isUpgrade: true })).toEqual(
			[],
		);
		expect(findings('UPDATE programs SET commission_months = 12')).toHaveLength(1);
	});
});
