import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkSnapshot } from '../../src/snapshot/check.ts';
import { contentId } from '../../src/snapshot/content-id.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { slugNumbers } from '../../src/snapshot/program-numbers.ts';
import { recordFinder } from '../../src/snapshot/read.ts';
import { SCHEMA_VERSION } from '../../src/snapshot/schema.ts';
import { made, snapshotOf, tamper, write } from './made.ts';

const OLDER = `
	DROP TABLE changes;
	ALTER TABLE programs DROP COLUMN payout_minimum;
	ALTER TABLE programs DROP COLUMN views;
	UPDATE meta SET value = '1' WHERE key = 'schema_version'`;

/** A snapshot of version 1 that lacks two columns: one that may be unknown, and one with a default value. */
function olderSnapshot(): string {
	const file = snapshotOf();
	tamper(file, OLDER);
	return file;
}

describe('A snapshot of an older schema', () => {
	test('is read as if it had the columns of the current one', () => {
		const file = olderSnapshot();
		const before = readFileSync(file);
		withSnapshot(file, (db) => {
			expect(recordFinder(db)('programs', 'acme-partners')).toEqual(made('programs', { categories: ['tools'] }));
			expect(slugNumbers(db, 'programs')).toEqual(new Map([['acme-partners', 0]]));
			expect(db.prepare('SELECT count(*) FROM changes').pluck().get()).toBe(0);
			expect(contentId(db)).toBe(withSnapshot(snapshotOf(), contentId));
		});
		expect(checkSnapshot(file).errors).toEqual([]);
		expect(readFileSync(file).equals(before)).toBe(true);
	});

	test('gets the missing columns and tables when it is written', () => {
		const file = olderSnapshot();
		write(file, { programs: [made('programs', { categories: ['tools'], views: 7 })] });
		withSnapshot(file, (db) => {
			expect(db.prepare("SELECT value FROM meta WHERE key = 'schema_version'").pluck().get()).toBe(
				String(SCHEMA_VERSION),
			);
			expect(db.prepare('SELECT views, payout_minimum FROM programs').raw().all()).toEqual([[7, null]]);
			expect(db.prepare('SELECT kind, key, before, after FROM edits').raw().all()).toEqual([
				['programs', 'acme-partners', '{"views":0}', '{"views":7}'],
			]);
		});
	});

	test('is refused if it lacks a required column', () => {
		const file = olderSnapshot();
		tamper(file, 'ALTER TABLE programs DROP COLUMN name');
		expect(() => withSnapshot(file, () => {})).toThrow(/ lacks the columns programs\.name\. /);
	});
});

test('A snapshot of the current schema may lack the log of changes, which only the application needs', () => {
	const file = snapshotOf();
	tamper(file, 'DROP TABLE edits; DROP TABLE changes; DROP TABLE conflicts; DROP TABLE statements; DROP TABLE sources');
	write(file, { categories: [made('categories', { name: 'Changed' })] });
	withSnapshot(file, (db) => expect(db.prepare('SELECT key FROM edits').pluck().all()).toEqual(['tools']));
});

test('Edits that version 3 logged one by one become changes, one for each command', () => {
	const file = snapshotOf();
	tamper(
		file,
		`DROP TABLE edits;
		 DROP TABLE redirect_edits;
		 DROP TABLE changes;
		 CREATE TABLE changes (
			seq INTEGER PRIMARY KEY, at TEXT NOT NULL, by TEXT, command TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL,
			before TEXT, after TEXT
		 ) STRICT;
		 CREATE INDEX changes_by_record ON changes (kind, key);
		 INSERT INTO changes (at, by, command, kind, key, before, after) VALUES
			('2026-01-01T00:00:00Z', 'ada', 'import', 'categories', 'tools', NULL, '{}'),
			('2026-01-01T00:00:00Z', 'ada', 'import', 'organizations', 'acme', '{"name":"A"}', '{"name":"Acme"}'),
			('2026-01-02T00:00:00Z', NULL, 'import', 'categories', 'tools', '{"name":"T"}', '{"name":"Tools"}');
		 UPDATE meta SET value = '3' WHERE key = 'schema_version'`,
	);
	withSnapshot(file, (db) => expect(db.prepare('SELECT count(*) FROM changes').pluck().get()).toBe(0));
	write(file, { organizations: [made('organizations', { name: 'Renamed' })] });
	withSnapshot(file, (db) => {
		expect(db.prepare('SELECT id, at, by, command FROM changes').raw().all().slice(0, 2)).toEqual([
			[1, '2026-01-01T00:00:00Z', 'ada', 'import'],
			[2, '2026-01-02T00:00:00Z', null, 'import'],
		]);
		expect(db.prepare('SELECT change, key, after FROM edits ORDER BY seq').raw().all()).toEqual([
			[1, 'tools', '{}'],
			[1, 'acme', '{"name":"Acme"}'],
			[2, 'tools', '{"name":"Tools"}'],
			[3, 'acme', '{"name":"Renamed"}'],
		]);
	});
});

test('A program whose kind of approval was an invitation is available by invitation once the file is written', () => {
	const file = snapshotOf();
	tamper(file, "PRAGMA ignore_check_constraints = ON; UPDATE programs SET approval = 'invitation'");
	write(file, { categories: [made('categories', { slug: 'art', name: 'Art' })] });
	withSnapshot(file, (db) => {
		expect(recordFinder(db)('programs', 'acme-partners')).toMatchObject({ approval: null, availability: 'invitation' });
	});
});
