import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { readChanges } from '../../src/snapshot/changes/read-changes.ts';
import { checkSnapshot } from '../../src/snapshot/check.ts';
import { contentId } from '../../src/snapshot/content-id.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { recordFinder } from '../../src/snapshot/read.ts';
import { redirectFinder } from '../../src/snapshot/redirects.ts';
import { SCHEMA_VERSION } from '../../src/snapshot/schema.ts';
import { readConflicts } from '../../src/snapshot/sources.ts';
import { made, snapshotOf, tamper, temporaryFolder, write } from './made.ts';

const LACKING = `
	DROP TABLE changes;
	ALTER TABLE programs DROP COLUMN payout_minimum;
	ALTER TABLE programs DROP COLUMN views`;

/** A snapshot that lacks two columns: one that may be unknown, and one with a default value. */
function lackingSnapshot(): string {
	const file = snapshotOf();
	tamper(file, LACKING);
	return file;
}

describe('A snapshot that lacks columns', () => {
	test('is read as if it had the columns of the current one', () => {
		const file = lackingSnapshot();
		const before = readFileSync(file);
		withSnapshot(file, (db) => {
			expect(recordFinder(db)('programs', 'acme-partners')).toEqual(made('programs', { categories: ['tools'] }));
			expect(db.prepare('SELECT count(*) FROM changes').pluck().get()).toBe(0);
			expect(contentId(db)).toBe(withSnapshot(snapshotOf(), contentId));
		});
		expect(checkSnapshot(file).errors).toEqual([]);
		expect(readFileSync(file).equals(before)).toBe(true);
	});

	test('gets the missing columns and tables when it is written', () => {
		const file = lackingSnapshot();
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
});

test('A snapshot of the current schema may lack the log of changes, which only the application needs', () => {
	const file = snapshotOf();
	tamper(file, 'DROP TABLE edits; DROP TABLE changes; DROP TABLE conflicts; DROP TABLE statements; DROP TABLE sources');
	write(file, { categories: [made('categories', { name: 'Changed' })] });
	withSnapshot(file, (db) => expect(db.prepare('SELECT key FROM edits').pluck().all()).toEqual(['tools']));
});

const VERSIONS = join(import.meta.dirname, 'versions');

test.each(globSync('*.sql', { cwd: VERSIONS }))(
	'The snapshot of version %s is read, checked and updated',
	(version) => {
		const file = join(temporaryFolder(), 'snapshot.sqlite');
		new Database(file).exec(readFileSync(join(VERSIONS, version), 'utf8')).close();
		expect(checkSnapshot(file)).toMatchObject({ errors: [], counts: { programs: 1, reviews: 1 } });
		const program = withSnapshot(file, (db) => recordFinder(db)('programs', 'acme-partners')!);
		expect(program).toMatchObject({ categories: ['tools'], commission_rate: 20, offers: [{ rate: 30 }] });
		write(file, { programs: [{ ...program, name: 'Renamed' }] });
		withSnapshot(file, (db) => {
			expect(recordFinder(db)('programs', 'acme-partners')).toEqual({ ...program, name: 'Renamed' });
			expect(redirectFinder(db)('programs', 'acme-friends')).toBe('acme-partners');
			expect(readConflicts(db)).toMatchObject([{ source: 'feed', field: 'cookie_days', theirs: '90' }]);
			expect([...readChanges(db)].map(({ command }) => command)).toEqual(['test', 'import']);
		});
	},
);
