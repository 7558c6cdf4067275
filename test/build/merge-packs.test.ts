import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mergePacks } from '../../src/build/merge-packs.ts';
import { storedBody } from '../../src/release/body-store.ts';
import { linkPacks } from '../../src/release/link-packs.ts';
import type { Key } from '../../src/release/pack.ts';
import { PackStore, packFiles } from '../../src/release/pack-store.ts';
import { makePack } from '../support/make-pack.ts';
import { packsIn } from '../support/packs-in.ts';

let current: string;
let release: string;

beforeEach(() => {
	const folder = mkdtempSync(join(tmpdir(), 'merge-'));
	[current, release] = [join(folder, 'current'), join(folder, 'release')];
	mkdirSync(join(release, 'packs'), { recursive: true });
});
afterEach(() => rmSync(join(release, '..'), { recursive: true }));

/** Content that makes a pack much larger than others. */
const LARGE = 'x'.repeat(200_000);

/** Entries by key. Null stands for a removed entry. */
type Content = readonly (readonly [Key, string | null])[];

const pack = (folder: string, content: Content) =>
	makePack(
		folder,
		content.map(([key, text]) => [key, text === null ? null : storedBody(Buffer.from(text))] as const),
	);

/** Merges new packs with those of the current release. Both are listed from new to old. Returns the new release's packs. */
function merge(added: readonly Content[], kept: readonly Content[]): string[] {
	const files = kept.map((content) => pack(current, content));
	const names = files.map((file) => basename(file, '.sqlite'));
	linkPacks(names, current, release);
	const news = added.map((content) => basename(pack(release, content), '.sqlite'));
	const merged = mergePacks(release, news, {
		files,
		kept: names,
		counts: { organizations: 0, categories: 0, programs: 0, reviews: 0 },
		site: { pages: 0, bytes: 0, organizations: 0 },
	});
	expect(packsIn(release).sort()).toEqual(packFiles(release, { packs: merged }).sort());
	return packFiles(release, { packs: merged });
}

/** The entries in some packs, by key. */
function contents(files: readonly string[]): { readonly [key: Key]: string } {
	using packs = new PackStore(files);
	const entries = [...packs.entries(''), ...packs.numbered()];
	return Object.fromEntries(entries.map(([key, entry]) => [key, String(entry.readBody())]));
}

/** The number of rows in a pack that mark removed entries. */
function marksIn(file: string): number {
	const db = new Database(file, { readonly: true });
	const marks = db.prepare<[], number>('SELECT count(*) FROM entries WHERE checksum IS NULL').pluck().get()!;
	db.close();
	return marks;
}

const NEW_SITE: Content = [
	['site/a', 'new'],
	['site/gone', null],
];
const NEW_API: Content = [
	['api/a', 'new'],
	[5, null],
	[2 ** 31 + 1, 'new'],
];
const OLD: Content = [
	['site/a', 'old'],
	['site/gone', 'old'],
	['site/b', 'old'],
	['api/removed', null],
	[5, 'old'],
	[6, 'old'],
	[2 ** 31 + 1, 'old'],
];
const ALL = { 'site/a': 'new', 'site/b': 'old', 'api/a': 'new', 6: 'old', [2 ** 31 + 1]: 'new' };

describe('Merged packs', () => {
	test('have the newest row of each key, and no marks of removed entries if they are the oldest', () => {
		const merged = merge(
			[NEW_SITE, NEW_API],
			[
				OLD,
				[
					['site/b', 'oldest'],
					['site/c', 'oldest'],
				],
			],
		);
		expect(merged).toHaveLength(1);
		expect(contents(merged)).toEqual({ ...ALL, 'site/c': 'oldest' });
		expect(marksIn(merged[0]!)).toBe(0);
	});

	test('keep the marks of removed entries that an older pack may have', () => {
		const oldest: Content = [
			['api/removed', 'oldest'],
			[5, 'oldest'],
			['site/large', LARGE],
		];
		const merged = merge([NEW_SITE, NEW_API], [OLD, oldest]);
		expect(merged).toHaveLength(2);
		expect(contents(merged)).toEqual({ ...ALL, 'site/large': LARGE });
		expect(marksIn(merged[0]!)).toBe(3);
	});

	test('leave the packs of the current release as they are', () => {
		const merged = merge([NEW_SITE], [OLD]);
		expect(merged).toHaveLength(1);
		expect(contents(packsIn(current))).toEqual(Object.fromEntries(OLD.filter(([, text]) => text !== null)));
	});

	test('are not made if the older ones are much larger, or if there are no older ones, however similar the new ones are', () => {
		expect(merge([NEW_SITE, NEW_API], [[['site/large', LARGE]]])).toHaveLength(3);
		rmSync(join(release, 'packs'), { recursive: true });
		expect(merge([NEW_SITE, NEW_API], [])).toHaveLength(2);
	});

	test('are not made if an entry to copy is damaged: the error names its pack and the entry', () => {
		for (const [key, condition] of [
			['site/b', "key = 'site/b'"],
			['item 6', 'number = 6'],
		]) {
			const damaged = pack(current, OLD);
			const db = new Database(damaged);
			db.exec(`UPDATE entries SET body = CAST('bad' AS BLOB) WHERE ${condition}`);
			db.close();
			const names = [basename(damaged, '.sqlite')];
			linkPacks(names, current, release);
			const added = [basename(pack(release, NEW_SITE), '.sqlite')];
			const packs = {
				files: [damaged],
				kept: names,
				counts: { organizations: 0, categories: 0, programs: 0, reviews: 0 },
			};
			expect(() => mergePacks(release, added, { ...packs, site: { pages: 0, bytes: 0, organizations: 0 } })).toThrow(
				`The pack ${damaged} is damaged: ${key} cannot be read.`,
			);
		}
	});
});
