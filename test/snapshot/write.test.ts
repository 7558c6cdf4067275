import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { recordFinder } from '../../src/snapshot/read.ts';
import { SCHEMA_VERSION } from '../../src/snapshot/schema.ts';
import { lockSnapshot } from '../../src/snapshot/write.ts';
import { made, NOW, snapshotOf, tamper, temporaryFolder, write } from './made.ts';

const BY_TEST = { command: 'test', source: 'a test', at: NOW };

function withRecords<T>(file: string, work: (find: ReturnType<typeof recordFinder>) => T): T {
	return withSnapshot(file, (db) => work(recordFinder(db)));
}

function bytesOf(file: string): Buffer | undefined {
	return existsSync(file) ? readFileSync(file) : undefined;
}

/** Runs `sql` on a file in another process that does not wait for locks, and returns the output. */
function inOtherProcess(file: string, sql: string): string {
	const script = `
		const Database = require('better-sqlite3');
		new Database(process.argv[1], { timeout: 0 }).exec(process.argv[2]);`;
	return spawnSync(process.execPath, ['--eval', script, file, sql], { encoding: 'utf8' }).stderr;
}

describe('lockSnapshot', () => {
	test('makes a snapshot with unchanged records', () => {
		const records = {
			organizations: [made('organizations', { description: 'Größer\nals "das"', plan: 'pro' })],
			categories: [made('categories'), made('categories', { slug: 'art', name: 'Art', icon: 'palette' })],
			programs: [made('programs', { categories: ['tools', 'art'], commission_rate: 12.5, verified: true })],
			reviews: [made('reviews', { rating: 4.5, author_display_name: 'Ada L.', title: "It's fine" })],
		};
		const file = snapshotOf(records);
		withRecords(file, (find) => {
			expect(find('organizations', 'acme')).toEqual(records.organizations[0]);
			expect(find('categories', 'art')).toEqual(records.categories[1]);
			expect(find('programs', 'acme-partners')).toEqual(records.programs[0]);
			expect(find('reviews', 'rev_1')).toEqual(records.reviews[0]);
		});
	});

	test('writes the source, the time and the schema version to meta', () => {
		const rows = withSnapshot(snapshotOf(), (db) => db.prepare('SELECT key, value FROM meta ORDER BY key').raw().all());
		expect(rows).toEqual([
			['created_at', NOW],
			['schema_version', String(SCHEMA_VERSION)],
			['source', 'a test'],
		]);
	});

	test('changes nothing if the work throws', () => {
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

	test('leaves no file if the first work throws', () => {
		const file = join(temporaryFolder(), 'new.sqlite');
		const program = made('programs', { organization: 'nobody' });
		expect(() => write(file, { programs: [program] })).toThrow('FOREIGN KEY');
		expect(readdirSync(dirname(file))).toEqual([]);
	});

	test('lets readers see the old records until the write ends', () => {
		const file = snapshotOf();
		const nameOf = (find: ReturnType<typeof recordFinder>) => find('categories', 'tools')?.name;
		lockSnapshot(file, (write) =>
			write(BY_TEST, (writer) => {
				writer.upsert('categories', made('categories', { name: 'Changed' }));
				expect(withRecords(file, nameOf)).toBe('Tools');
			}),
		);
		expect(withRecords(file, nameOf)).toBe('Changed');
	});

	test('waits for a reader to finish', async () => {
		const file = snapshotOf();
		const script = `
			const db = require('better-sqlite3')(process.argv[1], { readonly: true });
			db.exec('BEGIN; SELECT count(*) FROM reviews');
			console.log('reading');
			setTimeout(() => db.close(), 300);`;
		const reader = spawn(process.execPath, ['--eval', script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
		await once(reader.stdout, 'data');
		write(file, { categories: [made('categories', { name: 'Changed' })] });
		withRecords(file, (find) => expect(find('categories', 'tools')?.name).toBe('Changed'));
	});

	test('refuses to write while another tool writes', () => {
		const file = snapshotOf();
		const other = new Database(file);
		other.exec('BEGIN IMMEDIATE');
		expect(() => write(file, {})).toThrow(`${file} is being written by another program.`);
		other.close();
		expect(() => write(file, {})).not.toThrow();
	});

	test('keeps other tools from writing at the same time', () => {
		const file = snapshotOf();
		lockSnapshot(file, (write) =>
			write(BY_TEST, () => expect(inOtherProcess(file, 'DELETE FROM reviews')).toContain('SQLITE_BUSY')),
		);
		expect(inOtherProcess(file, 'DELETE FROM reviews')).toBe('');
	});

	test.each([
		['changed', (file: string) => tamper(file, "UPDATE categories SET name = 'Theirs'")],
		['replaced', (file: string) => renameSync(snapshotOf({}), file)],
		['removed', (file: string) => rmSync(file)],
	])('writes nothing if another tool has %s the file since it was locked', (_, change) => {
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

	test('keeps the changes that a killed tool has left in the write-ahead log', () => {
		const file = snapshotOf();
		const tool = new Database(file);
		tool.pragma('journal_mode = WAL');
		tool.exec("INSERT INTO categories (slug, name) VALUES ('ahead', 'Ahead')");
		const left = join(temporaryFolder(), 'left.sqlite');
		for (const suffix of ['', '-wal', '-shm']) copyFileSync(file + suffix, left + suffix);
		tool.close();

		write(left, { categories: [made('categories', { slug: 'later', name: 'Later' })] });
		withRecords(left, (find) => {
			expect(find('categories', 'ahead')?.name).toBe('Ahead');
			expect(find('categories', 'later')?.name).toBe('Later');
		});
	});

	test('removes the unfinished file of a killed writer, and keeps other files', () => {
		const file = snapshotOf();
		writeFileSync(`${file}.tmp`, 'half');
		writeFileSync(`${file}.tmp-backup`, 'mine');
		write(file, {});
		expect(readdirSync(dirname(file))).toEqual([basename(file), `${basename(file)}.tmp-backup`]);
		withRecords(file, (find) => expect(find('reviews', 'rev_1')).toBeDefined());
	});
});
