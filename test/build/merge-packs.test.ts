import { basename } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { mergedPacks, mergePacks } from '../../src/build/merge-packs.ts';
import { releaseFolder } from '../../src/release/layout.ts';
import { storedFile } from '../../src/release/pack.ts';
import { PackStore, packFiles } from '../../src/release/pack-store.ts';
import { temporaryFolder } from '../snapshot/made.ts';
import { changeDatabase } from '../support/change-database.ts';
import { makePack } from '../support/make-pack.ts';

let out: string;
let release: string;

beforeEach(() => {
	out = temporaryFolder();
	release = releaseFolder(out, 'release');
});

/** Content that makes a pack much larger than others. */
const LARGE = 'x'.repeat(200_000);

/** Files by path. Null stands for a removed entry. */
type Content = readonly (readonly [string, string | null])[];

const pack = (content: Content) =>
	makePack(
		release,
		content.map(([path, text]) => [path, text === null ? null : storedFile(path, Buffer.from(text))] as const),
	);
const nameOf = (file: string) => basename(file, '.sqlite');

/** Merges a new pack with older ones, newest first. Returns the new release's packs. */
function merge(added: Content, kept: readonly Content[]): string[] {
	const names = kept.map((content) => nameOf(pack(content)));
	return packFiles(release, { packs: mergePacks(release, [nameOf(pack(added))], names) });
}

/** The files in some packs, by path. */
function contents(files: readonly string[]): { readonly [path: string]: string } {
	using packs = new PackStore(files);
	return Object.fromEntries([...packs.entries('')].map(([path, entry]) => [path, String(entry.read())]));
}

/** The number of rows in a pack that mark removed entries. */
function marksIn(file: string): number {
	const db = new Database(file, { readonly: true });
	const marks = db.prepare<[], number>('SELECT count(*) FROM entries WHERE checksum IS NULL').pluck().get()!;
	db.close();
	return marks;
}

const NEW: Content = [
	['a', 'new'],
	['gone', null],
	['removed', null],
];
const OLD: Content = [
	['a', 'old'],
	['gone', 'old'],
	['b', 'old'],
];

describe('Merged packs', () => {
	test('have the newest row of each path, and no marks of removed files if they are the oldest', () => {
		const oldest: Content = [
			['b', 'oldest'],
			['c', 'oldest'],
			['removed', 'oldest'],
		];
		const merged = merge(NEW, [OLD, oldest]);
		expect(merged).toHaveLength(1);
		expect(contents(merged)).toEqual({ a: 'new', b: 'old', c: 'oldest' });
		expect(marksIn(merged[0]!)).toBe(0);
	});

	test('keep the marks of removed files that an older pack may have', () => {
		const oldest: Content = [
			['removed', 'oldest'],
			['large.bin', LARGE],
		];
		const merged = merge(NEW, [OLD, oldest]);
		expect(merged).toHaveLength(2);
		expect(contents(merged)).toEqual({ a: 'new', b: 'old', 'large.bin': LARGE });
		expect(marksIn(merged[0]!)).toBe(2);
	});

	test('leave the packs of the current release as they are', () => {
		const old = pack(OLD);
		expect(mergePacks(release, [nameOf(pack(NEW))], [nameOf(old)])).toHaveLength(1);
		expect(contents([old])).toEqual(Object.fromEntries(OLD));
	});

	test('are not made if the older ones are much larger, or if there are none', () => {
		expect(merge(NEW, [[['large.bin', LARGE]]])).toHaveLength(2);
		expect(merge(NEW, [])).toHaveLength(1);
	});

	test('are not made if a file to copy is damaged: the error names its pack and the file', () => {
		const damaged = pack(OLD);
		changeDatabase(damaged, "UPDATE entries SET body = CAST('bad' AS BLOB) WHERE path = 'b'");
		expect(() => mergePacks(release, [nameOf(pack(NEW))], [nameOf(damaged)])).toThrow(
			`The pack ${damaged} is damaged: b cannot be read.`,
		);
	});
});

test.each([
	['there are none', 1, [], 0],
	['the next is much larger', 1, [4], 0],
	['the next is at most three times as large', 1, [3, 100], 1],
	['the next is at most three times as large as all newer ones together', 1, [3, 12, 49], 2],
	['all are small', 10, [1, 1, 1], 3],
	['a large one is before a small one', 1, [100, 1], 0],
])('A new pack takes in older ones: %s', (_, size, older, merged) => {
	expect(mergedPacks(size, older)).toBe(merged);
});

test('After a thousand small edits of a large release, it has few packs, and little was written', () => {
	let packs = [1_000_000];
	let written = 0;
	for (let edit = 0; edit < 1000; edit++) {
		const merged = mergedPacks(3, packs);
		const size = packs.slice(0, merged).reduce((sum, pack) => sum + pack, 3);
		packs = [size, ...packs.slice(merged)];
		written += size;
		expect(packs.length).toBeLessThan(10);
	}
	expect(written).toBeLessThan(1000 * 3 * 40);
});
