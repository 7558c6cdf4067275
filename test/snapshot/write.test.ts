import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/shared/user-error.ts';
import { openSnapshot, withSnapshot } from '../../src/snapshot/open.ts';
import { recordFinder } from '../../src/snapshot/read.ts';
import { lockSnapshot } from '../../src/snapshot/write.ts';
import { made, NOW, snapshotOf, tamper, temporaryFolder, write } from './made.ts';

const BY_TEST = { source: 'a test', created_at: NOW };

function stored<T>(file: string, work: (find: ReturnType<typeof recordFinder>) => T): T {
	return withSnapshot(file, (db) => work(recordFinder(db)));
}

function bytesOf(file: string): Buffer | undefined {
	return existsSync(file) ? readFileSync(file) : undefined;
}

/** Runs `sql` on a file as another process that waits for nobody, and returns what it says. */
function elsewhere(file: string, sql: string): string {
	const script = `
		const Database = require('better-sqlite3');
		new Database(process.argv[1], { timeout: 0 }).exec(process.argv[2]);`;
	return spawnSync(process.execPath, ['--eval', script, file, sql], { encoding: 'utf8' }).stderr;
}

describe('lockSnapshot', () => {
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
			lockSnapshot(file, (write) =>
				write(BY_TEST, (writer) => {
					writer.upsert('categories', made('categories', { name: 'Changed' }));
					throw new RangeError('mine');
				}),
			);
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

	test('refuses to write while another tool does', () => {
		const file = snapshotOf();
		const other = new Database(file);
		other.exec('BEGIN IMMEDIATE');
		expect(() => write(file, {})).toThrow(`${file} is being written by another program.`);
		other.close();
		expect(() => write(file, {})).not.toThrow();
	});

	test('lets no other tool write from the copying of the file to its replacement', () => {
		const file = snapshotOf();
		lockSnapshot(file, (write) =>
			write(BY_TEST, () => expect(elsewhere(file, 'DELETE FROM reviews')).toContain('SQLITE_BUSY')),
		);
		expect(elsewhere(file, 'DELETE FROM reviews')).toBe('');
	});

	test.each([
		['changed', (file: string) => tamper(file, "UPDATE categories SET name = 'Theirs'")],
		['replaced', (file: string) => renameSync(snapshotOf({}), file)],
		['removed', (file: string) => rmSync(file)],
	])('writes nothing where another tool has %s the file since it was locked', (_, change) => {
		const file = snapshotOf();
		let theirs: Buffer | undefined;
		const work = () =>
			lockSnapshot(file, (write) => {
				change(file);
				theirs = bytesOf(file);
				write(BY_TEST, () => {});
			});
		expect(work).toThrow(`${file} is being written by another program.`);
		expect(bytesOf(file)).toEqual(theirs);
	});

	test('writes nothing where another tool has made the file since it was locked', () => {
		const file = join(temporaryFolder(), 'new.sqlite');
		const work = () =>
			lockSnapshot(file, (write) => {
				writeFileSync(file, 'theirs');
				write(BY_TEST, () => {});
			});
		expect(work).toThrow(`${file} is being written by another program.`);
		expect(readFileSync(file, 'utf8')).toBe('theirs');
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

	test("keeps nothing of a killed writer's copy, and leaves other files alone", () => {
		const file = snapshotOf();
		writeFileSync(`${file}.tmp`, 'half');
		writeFileSync(`${file}.tmp-backup`, 'mine');
		write(file, {});
		expect(readdirSync(dirname(file))).toEqual([basename(file), `${basename(file)}.tmp-backup`]);
		stored(file, (find) => expect(find('reviews', 'rev_1')).toBeDefined());
	});

	test('refuses a file with a trigger before it can run, and leaves it as it is', () => {
		const file = snapshotOf();
		tamper(file, 'CREATE TRIGGER t AFTER UPDATE ON categories BEGIN DELETE FROM reviews; END');
		const before = readFileSync(file);
		const change = () => write(file, { categories: [made('categories', { name: 'Changed' })] });
		expect(change).toThrow(`${file} has the trigger "t"`);
		expect(readFileSync(file).equals(before)).toBe(true);
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
		expect(refused).toThrow('Could not write /proc/snapshot.sqlite: the file or folder does not exist.');
	});
});
