/** Compares checks that start from an earlier snapshot with those that read all records. */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { checkCopy, checkSnapshot } from '../../src/snapshot/check.ts';
import { compareSnapshots } from '../../src/snapshot/compare.ts';
import { copyWhatFits } from '../../src/snapshot/copy.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import type { RecordProblem } from '../../src/snapshot/record-rules.ts';
import { generateSnapshot } from '../generate/snapshot.ts';
import { randomRuns } from '../support/random-runs.ts';
import { snapshotOf, tamper, temporaryFolder } from './made.ts';

const KEYS = { organizations: 'slug', categories: 'slug', programs: 'slug', reviews: 'id', authors: 'username' };
type Table = keyof typeof KEYS;

/** SQL for the key of one of the rows of a table. */
const one = (table: Table, n: number) =>
	`(SELECT ${KEYS[table]} FROM ${table} ORDER BY 1 LIMIT 1 OFFSET ${n} % (SELECT max(count(*), 1) FROM ${table}))`;

/** SQL that changes a row of a table. */
const set = (table: Table, values: string, n: number) =>
	`UPDATE OR IGNORE ${table} SET ${values} WHERE ${KEYS[table]} = ${one(table, n)}`;

const remove = (table: Table, n: number) => `DELETE FROM ${table} WHERE ${KEYS[table]} = ${one(table, n)}`;

const SOME_TIMES = ['1999-01-01T00:00:00Z', '2025-06-01T00:00:00Z', '2999-01-01T00:00:00Z'];
const time = (n: number) => `'${SOME_TIMES[n % SOME_TIMES.length]}'`;

const PROGRAM_VALUES = 'organization, commission_type, website_url, created_at, updated_at';
const REVIEW_VALUES = 'program, author, rating, created_at, updated_at';

/** SQL for edits that break no rules, or only cause warnings. */
const EDITS: readonly ((n: number) => string)[] = [
	(n) => set('programs', `description = 'Text ${n}'`, n),
	(n) => set('programs', `name = 'Name ${n % 3}'`, n),
	(n) => set('programs', "status = iif(status = 'draft', 'published', 'draft')", n),
	(n) => set('programs', `created_at = ${time(n)}`, n),
	(n) => set('programs', `updated_at = ${time(n)}, checked_at = ${time(n + 1)}`, n),
	(n) => set('programs', 'currency = NULL', n),
	(n) => set('programs', `payout_minimum = ${n % 50}, currency = iif(${n} % 2, 'EUR', NULL)`, n),
	(n) => set('programs', `organization = ${one('organizations', n + 1)}`, n),
	(n) => set('organizations', `name = 'Name ${n % 3}'`, n),
	(n) => set('organizations', `created_at = ${time(n)}`, n),
	(n) => set('categories', `name = 'Name ${n % 3}'`, n),
	(n) => set('reviews', `body = 'Text ${n}', rating = ${1 + (n % 9) / 2}`, n),
	(n) => set('reviews', `status = iif(status = 'published', 'pending', 'published')`, n),
	(n) => set('reviews', `created_at = ${time(n)}`, n),
	(n) => set('reviews', `program = ${one('programs', n + 1)}, author = ${one('authors', n + 2)}`, n),
	(n) => set('authors', `display_name = 'Name ${n % 3}'`, n),
	(n) => `INSERT OR IGNORE INTO organizations (slug, name, created_at) VALUES ('new-${n}', 'New ${n}', ${time(n)})`,
	(n) => `INSERT OR IGNORE INTO categories (slug, name) VALUES ('new-${n}', 'New ${n}')`,
	(n) => `INSERT OR IGNORE INTO programs (slug, name, ${PROGRAM_VALUES})
		SELECT 'new-${n}', 'New ${n}', ${PROGRAM_VALUES} FROM programs WHERE slug = ${one('programs', n)}`,
	(n) => `INSERT OR IGNORE INTO reviews (id, ${REVIEW_VALUES})
		SELECT 'rev_new-${n}', ${REVIEW_VALUES} FROM reviews WHERE id = ${one('reviews', n)}`,
	(n) => `INSERT OR IGNORE INTO authors (username, display_name) VALUES ('new-${n}', 'New ${n}')`,
	(n) => `INSERT OR IGNORE INTO program_categories
		SELECT slug, ${2 + (n % 49)}, ${one('categories', n + 1)} FROM programs WHERE slug = ${one('programs', n)}`,
	(n) => `DELETE FROM program_categories WHERE program = ${one('programs', n)} AND position > 1`,
	(n) => `UPDATE program_categories SET position = 51 - position WHERE program = ${one('programs', n)}`,
	(n) => `INSERT OR IGNORE INTO offers (program, position, rate) VALUES (${one('programs', n)}, ${1 + (n % 20)}, ${n})`,
	(n) => `UPDATE offers SET rate = NULL, amount = ${n} WHERE program = ${one('programs', n)}`,
	(n) => `DELETE FROM offers WHERE program = ${one('programs', n)}`,
	(n) => remove('reviews', n),
	(n) => `DELETE FROM authors WHERE username NOT IN (SELECT author FROM reviews) AND ${n} % 2`,
	(n) => `INSERT OR REPLACE INTO redirects (kind, slug, target) VALUES ('programs', 'old-${n}', ${one('programs', n)})`,
	(n) => `INSERT OR REPLACE INTO redirects (kind, slug, target) VALUES ('categories', 'old-${n}', NULL)`,
	(n) =>
		`INSERT OR REPLACE INTO redirects (kind, slug, target) VALUES ('reviews', 'rev_old-${n}', ${one('reviews', n)})`,
	(n) => `UPDATE redirects SET target = NULL WHERE slug = 'old-${n}'`,
	() => 'DELETE FROM redirects WHERE slug = (SELECT min(slug) FROM redirects)',
	(n) => `UPDATE programs SET rowid = 30 + ${n % 9} WHERE slug = ${one('programs', n)}
		AND NOT EXISTS (SELECT 1 FROM programs WHERE rowid = 30 + ${n % 9})`,
];

/** SQL for edits that break rules, or that break references unless other edits repair them. */
const DAMAGES: readonly ((n: number) => string)[] = [
	(n) => remove('organizations', n),
	(n) => remove('categories', n),
	(n) => remove('programs', n),
	(n) => remove('authors', n),
	(n) => set('programs', `slug = 'renamed-${n}'`, n),
	(n) => set('categories', `slug = 'renamed-${n}'`, n),
	(n) => set('authors', `username = 'renamed-${n}'`, n),
	(n) => set('reviews', `author = 'nobody-${n}'`, n),
	(n) => set('reviews', `program = 'nothing-${n}'`, n),
	(n) => set('programs', `organization = 'nobody-${n}'`, n),
	(n) => `INSERT OR IGNORE INTO program_categories VALUES ('nothing-${n}', 1, 'nothing')`,
	(n) => `INSERT OR IGNORE INTO offers (program, position, qualifier) VALUES (${one('programs', n)}, 1, 'nearly')`,
	(n) => `INSERT OR REPLACE INTO redirects (kind, slug, target) VALUES ('programs', 'old-${n}', 'old-${n % 7}')`,
	(n) => `INSERT OR REPLACE INTO redirects (kind, slug, target) VALUES ('programs', ${one('programs', n)}, NULL)`,
	(n) => set('programs', "currency = 'XXY'", n),
	(n) => set('programs', `slug = 'Bad ${n}'`, n),
	(n) => set('programs', "slug = CAST(x'62ff' AS TEXT)", n),
	(n) => set('programs', "created_at = '2026-02-30T00:00:00Z'", n),
	(n) => set('organizations', "plan = 'Free Plan'", n),
	(n) => set('authors', "avatar_url = '/a.png'", n),
	(n) => set('reviews', 'rating = 4.2', n),
	(n) => set('reviews', "body = printf('%.*c', 90000, 'x')", n),
	(n) => set('authors', "avatar_url = printf('%.*c', 90000, 'x')", n),
];

/** SQL that changes the first snapshot, so that there are warnings about many records. */
const WARNED = `
	UPDATE programs SET payout_minimum = 5, currency = NULL WHERE rowid % 2;
	UPDATE programs SET name = 'Name 1' WHERE rowid < 4;
	UPDATE programs SET checked_at = '2999-01-01T00:00:00Z' WHERE rowid < 6;
	UPDATE reviews SET created_at = '1999-01-01T00:00:00Z' WHERE rowid % 2;
	UPDATE reviews SET updated_at = '1998-01-01T00:00:00Z' WHERE rowid % 3 = 0`;

const sqlOf = (edits: typeof EDITS) => fc.tuple(fc.constantFrom(...edits), fc.nat(60)).map(([edit, n]) => edit(n));

/** Rounds of edits, and whether each is undone after the check. Some rounds break rules. */
const ROUNDS = fc.array(
	fc.record({
		sql: fc
			.tuple(
				fc.array(sqlOf(EDITS), { maxLength: 4 }),
				fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(sqlOf(DAMAGES), { maxLength: 2 })),
			)
			.map(([edits, damages]) => [...edits, ...damages].join(';\n')),
		undo: fc.boolean(),
	}),
	{ minLength: 1, maxLength: 6 },
);

afterEach(() => void vi.useRealTimers());

test('After random edits, the changes give the same check report as all records', () => {
	const folder = temporaryFolder();
	const [start, before, after, copy] = ['start', 'before', 'after', 'copy'].map((name) => join(folder, name)) as [
		string,
		string,
		string,
		string,
	];
	generateSnapshot(start, { programs: 12, reviews: 30, seed: 1 });
	tamper(start, WARNED);
	fc.assert(
		fc.property(ROUNDS, (rounds) => {
			copyFileSync(start, before);
			let { warnings } = checkSnapshot(before);
			for (const { sql, undo } of rounds) {
				copyFileSync(before, after);
				tamper(after, sql);
				const whole = checkSnapshot(after);
				rmSync(copy, { force: true });
				if (copyWhatFits(after, copy).length > 0) {
					expect(whole.errors).not.toEqual([]);
					continue;
				}
				copyFileSync(copy, after);
				const report = withSnapshot(after, (db) =>
					checkCopy(db, { warnings, changes: compareSnapshots(after, before) }),
				);
				expect(report).toEqual(whole);
				if (report.errors.length > 0) continue;
				if (undo) continue;
				copyFileSync(after, before);
				warnings = JSON.parse(JSON.stringify(report.warnings));
			}
		}),
		{ numRuns: randomRuns(4) },
	);
});

test('A warning of a time in the future is not repeated after that time', () => {
	const file = snapshotOf();
	tamper(file, "UPDATE programs SET updated_at = '2030-01-01T00:00:00Z', checked_at = '2031-01-01T00:00:00Z'");
	const changes = compareSnapshots(file, file);
	const columns = (findings: readonly RecordProblem[]) => findings.map(({ column }) => column);

	vi.useFakeTimers({ toFake: ['Date'] });
	vi.setSystemTime('2029-12-31');
	const { warnings } = checkSnapshot(file);
	expect(columns(warnings)).toEqual(['checked_at', 'updated_at']);
	vi.setSystemTime('2030-01-02');
	const later = withSnapshot(file, (db) => checkCopy(db, { warnings, changes }));
	expect(columns(later.warnings)).toEqual(['checked_at']);
	expect(later).toEqual(checkSnapshot(file));
});
