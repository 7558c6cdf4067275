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
			expect(checkSnapshot(db).errors).toEqual([]);
			expect(slugNumbers(db, 'programs')).toEqual(new Map([['acme-partners', 0]]));
			expect(db.prepare('SELECT count(*) FROM changes').pluck().get()).toBe(0);
			expect(contentId(db)).toBe(withSnapshot(snapshotOf(), contentId));
		});
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
			expect(db.prepare('SELECT kind, key, before, after FROM changes').raw().all()).toEqual([
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
	tamper(file, 'DROP TABLE changes');
	write(file, { categories: [made('categories', { name: 'Changed' })] });
	withSnapshot(file, (db) => expect(db.prepare('SELECT key FROM changes').pluck().all()).toEqual(['tools']));
});
