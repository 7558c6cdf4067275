import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { compareSnapshots } from '../../src/snapshot/compare.ts';
import { copySnapshot, copyWhatFits } from '../../src/snapshot/copy.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { SCHEMA_SQL } from '../../src/snapshot/schema.ts';
import { snapshotOf, tamper, temporaryFolder } from './made.ts';

const newFile = () => join(temporaryFolder(), 'copy.sqlite');

/** Copies the smallest snapshot after `sql`. */
function copied(sql: string): string {
	const [file, copy] = [snapshotOf(), newFile()];
	tamper(file, sql);
	copySnapshot(file, copy);
	return copy;
}

/** Makes a table anew without its rules. */
const loosen = (table: string) =>
	`CREATE TABLE loose AS SELECT * FROM ${table}; DROP TABLE ${table}; ALTER TABLE loose RENAME TO ${table};`;

/** The SQL of all tables and indexes. */
function schemaOf(db: Database.Database): unknown[] {
	return db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
}

describe('The copy of a snapshot', () => {
	test.each([
		['a trigger', 'CREATE TRIGGER t AFTER INSERT ON programs BEGIN DELETE FROM reviews; END'],
		['a view', 'CREATE VIEW best AS SELECT * FROM programs'],
		['a computed column', 'ALTER TABLE programs ADD COLUMN shout TEXT AS (upper(name))'],
		['a computed index', 'CREATE INDEX names ON programs (lower(name))'],
		['a virtual table', 'CREATE VIRTUAL TABLE words USING fts5 (text)'],
		['other columns and tables', 'ALTER TABLE programs ADD COLUMN colour TEXT; CREATE TABLE notes (text TEXT)'],
		['tables without rules', loosen('programs') + loosen('authors') + loosen('redirects')],
	])('of a file with %s has the schema and nothing else, and all records', (_, sql) => {
		const copy = copied(sql);
		const expected = new Database(':memory:').exec(SCHEMA_SQL);
		withSnapshot(copy, (db) => expect(schemaOf(db)).toEqual(schemaOf(expected)));
		const original = newFile();
		copySnapshot(snapshotOf(), original);
		const { redirects, ...records } = compareSnapshots(copy, original);
		for (const changes of Object.values(records)) {
			expect(changes).toEqual({ added: new Set(), changed: new Set(), removed: new Set() });
		}
	});

	test('keeps the log of changes', () => {
		const copy = copied("INSERT INTO changes (id, at, command) VALUES (7, '2026-01-01T00:00:00Z', 'set')");
		withSnapshot(copy, (db) => expect(db.prepare('SELECT id FROM changes').pluck().all()).toEqual([7]));
	});

	test('leaves out the rows that break rules of the schema, and says which', () => {
		const file = snapshotOf();
		tamper(
			file,
			`${loosen('categories')}
			 INSERT INTO categories (slug, name, icon) VALUES ('tools', 'Tools again', 'tag'), ('art', 'Art', 'tag');
			 UPDATE programs SET payout_minimum = -5, views = -1;
			 INSERT INTO offers (program, position, qualifier) VALUES ('acme-partners', 1, 'nearly');
			 INSERT INTO program_categories (program, position, category) VALUES ('acme-partners', 51, 'art')`,
		);
		const copy = newFile();
		const found = copyWhatFits(file, copy).map(({ kind, key, column, rule }) => `${kind} ${key}, ${column}: ${rule}`);
		expect(found).toMatchInlineSnapshot(`
			[
			  "categories tools, slug: in one row of categories only",
			  "programs acme-partners, offers: one of exact, from, up_to, either",
			  "programs acme-partners, payout_minimum: 0 or more",
			  "programs acme-partners, views: 0 or more",
			]
		`);
		withSnapshot(copy, (db) => {
			expect(db.prepare('SELECT slug FROM categories ORDER BY slug').pluck().all()).toEqual(['art', 'tools']);
			expect(db.prepare('SELECT count(*) FROM programs').pluck().get()).toBe(0);
		});
	});

	test('is refused with the first of these rows if all rows are needed', () => {
		const file = snapshotOf();
		tamper(file, 'UPDATE programs SET payout_minimum = -5');
		expect(() => copySnapshot(file, newFile())).toThrow(
			`${file} breaks rules of data/schema.sql. programs acme-partners, column payout_minimum: -5 must be `,
		);
		expect(() => copySnapshot(file, newFile())).toThrow(`To list all errors: npm run check -- --snapshot ${file}`);
	});
});
