import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openSnapshot, withSnapshot } from '../../src/snapshot/open.ts';
import { recordFinder } from '../../src/snapshot/read.ts';
import { writeSnapshot } from '../../src/snapshot/write.ts';
import { UserError } from '../../src/user-error.ts';
import { made, NOW, snapshotOf, temporaryFolder, write } from './made.ts';

const BY_TEST = { source: 'a test', created_at: NOW };

function stored<T>(file: string, work: (find: ReturnType<typeof recordFinder>) => T): T {
	return withSnapshot(file, (db) => work(recordFinder(db)));
}

/** The number of a process that has ended. */
function endedProcess(): number {
	return spawnSync(process.execPath, ['--version']).pid;
}

describe('writeSnapshot', () => {
	test('makes a snapshot whose records come back as they were', () => {
		const records = {
			organizations: [made('organizations', { description: 'Größer\nals "das"', plan: 'pro' })],
			categories: [made('categories'), made('categories', { slug: 'art', name: 'Art', icon: 'palette' })],
			programs: [made('programs', { categories: ['tools', 'art'], commission_rate: 12.5, verified: true })],
			reviews: [made('reviews', { rating: 4.5, author_display_name: 'Ada L.', title: "It's fine" })],
		};
		const file = snapshotOf(records);
		stored(file, (find) => {
			expect(find('organizations', 'acme')).toEqual(records.organizations[0]);
			expect(find('categories', 'art')).toEqual(records.categories[1]);
			expect(find('programs', 'acme-partners')).toEqual(records.programs[0]);
			expect(find('reviews', 'rev_1')).toEqual(records.reviews[0]);
		});
	});

	test('says in meta what the snapshot was made from, when, and by which schema', () => {
		const rows = withSnapshot(snapshotOf(), (db) => db.prepare('SELECT key, value FROM meta ORDER BY key').raw().all());
		expect(rows).toEqual([
			['created_at', NOW],
			['schema_version', '1'],
			['source', 'a test'],
		]);
	});

	test('replaces a record of the same key and leaves the others', () => {
		const file = snapshotOf();
		write(file, { programs: [made('programs', { name: 'Renamed', categories: [] })] });
		stored(file, (find) => {
			expect(find('programs', 'acme-partners')).toMatchObject({ name: 'Renamed', categories: [] });
			expect(find('reviews', 'rev_1')).toBeDefined();
		});
	});

	test("gives a program's categories in the new order when only their order changes", () => {
		const categories = [made('categories'), made('categories', { slug: 'art', name: 'Art' })];
		const organizations = [made('organizations')];
		const file = snapshotOf({
			organizations,
			categories,
			programs: [made('programs', { categories: ['tools', 'art'] })],
		});
		write(file, { programs: [made('programs', { categories: ['art', 'tools'] })] });
		stored(file, (find) => expect(find('programs', 'acme-partners')?.categories).toEqual(['art', 'tools']));
	});

	test('changes nothing when the work throws', () => {
		const file = snapshotOf();
		const before = readFileSync(file);
		const work = () =>
			writeSnapshot(file, BY_TEST, (writer) => {
				writer.upsert('categories', made('categories', { name: 'Changed' }));
				throw new RangeError('mine');
			});
		expect(work).toThrow(RangeError);
		expect(readFileSync(file).equals(before)).toBe(true);
		expect(readdirSync(dirname(file))).toEqual([basename(file)]);
	});

	test('leaves no file behind when the first work on it throws', () => {
		const file = join(temporaryFolder(), 'new.sqlite');
		const program = made('programs', { organization: 'nobody' });
		expect(() => write(file, { programs: [program] })).toThrow('FOREIGN KEY');
		expect(readdirSync(dirname(file))).toEqual([]);
	});

	test('gives a reader who is at it the old snapshot to the end', () => {
		const file = snapshotOf();
		const reader = openSnapshot(file);
		write(file, { categories: [made('categories', { name: 'Changed' })] });
		expect(reader.prepare('SELECT name FROM categories').pluck().get()).toBe('Tools');
		reader.close();
		stored(file, (find) => expect(find('categories', 'tools')?.name).toBe('Changed'));
	});

	test('refuses a second writer', () => {
		const file = snapshotOf();
		writeSnapshot(file, BY_TEST, () => {
			expect(() => write(file, {})).toThrow(UserError);
			expect(() => write(file, {})).toThrow(`${file} is being written by another program.`);
		});
		expect(() => write(file, {})).not.toThrow();
	});

	test('refuses to write while another tool does', () => {
		const file = snapshotOf();
		const other = new Database(file);
		other.exec('BEGIN IMMEDIATE');
		expect(() => write(file, {})).toThrow(`${file} is being written by another program.`);
		other.close();
		expect(() => write(file, {})).not.toThrow();
	});

	test('keeps what another tool wrote ahead and did not merge before it was killed', () => {
		const file = snapshotOf();
		const tool = new Database(file);
		tool.pragma('journal_mode = WAL');
		tool.exec("INSERT INTO categories (slug, name) VALUES ('ahead', 'Ahead')");
		const left = join(temporaryFolder(), 'left.sqlite');
		for (const suffix of ['', '-wal', '-shm']) copyFileSync(file + suffix, left + suffix);
		tool.close();

		write(left, { categories: [made('categories', { slug: 'later', name: 'Later' })] });
		stored(left, (find) => {
			expect(find('categories', 'ahead')?.name).toBe('Ahead');
			expect(find('categories', 'later')?.name).toBe('Later');
		});
	});

	test('removes the copies of writers that were killed, and no others', () => {
		const file = snapshotOf();
		const dead = `${file}.tmp-${endedProcess()}`;
		const alive = `${file}.tmp-${process.ppid}`;
		for (const leftover of [dead, alive]) writeFileSync(leftover, 'half');
		write(file, {});
		expect(existsSync(dead)).toBe(false);
		expect(existsSync(alive)).toBe(true);
	});

	test('refuses a file that is no snapshot, and leaves it as it is', () => {
		const file = join(temporaryFolder(), 'letter.txt');
		writeFileSync(file, 'Dear all');
		expect(() => write(file, {})).toThrow(`${file} is not a SQLite file.`);
		expect(readFileSync(file, 'utf8')).toBe('Dear all');
	});

	test.runIf(existsSync('/proc/self'))('says in a sentence that a place cannot be written', () => {
		const refused = () => write('/proc/snapshot.sqlite', {});
		expect(refused).toThrow(UserError);
		expect(refused).toThrow('Could not write /proc/snapshot.sqlite');
	});
});
