import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BodyPackWriter, ID_LENGTH } from '../../src/release/body-pack.ts';
import { BodyStore } from '../../src/release/body-store.ts';
import { mergeBodyPacks } from '../../src/release/merge-body-packs.ts';
import { newPackName } from '../../src/release/site-pack.ts';
import { packFile } from '../../src/release/site-store.ts';
import { itemsText } from '../support/json-items.ts';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'bodies-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The entries of a pack. Null stands for a removed entry. */
interface Bodies {
	readonly responses?: { readonly [path: string]: string | { readonly item: number; readonly rest: string } | null };
	readonly items?: { readonly [id: number]: string | null };
	readonly lists?: { readonly [path: string]: readonly number[] | null };
}

/** Writes a pack and returns its name. */
function makePack({ responses = {}, items = {}, lists = {} }: Bodies): string {
	const name = newPackName();
	const pack = new BodyPackWriter(packFile(folder, name));
	for (const [path, response] of Object.entries(responses)) {
		if (response === null) pack.removeResponse(path);
		else if (typeof response === 'string') {
			pack.addResponse(path, { item: null, tag: `tag of ${response}`, body: Buffer.from(response) });
		} else pack.addResponse(path, { item: response.item, tag: null, body: Buffer.from(response.rest) });
	}
	for (const [id, item] of Object.entries(items)) {
		if (item === null) pack.removeItem(Number(id));
		else pack.addItem(Number(id), { tag: `tag of ${item}`, body: Buffer.from(item) });
	}
	for (const [path, ids] of Object.entries(lists)) {
		if (ids === null) pack.removeList(path);
		else {
			const body = Buffer.alloc(ids.length * ID_LENGTH);
			ids.forEach((id, place) => {
				body.writeUInt32LE(id, place * ID_LENGTH);
			});
			pack.addList(path, body);
		}
	}
	pack.finish();
	return name;
}

/** Three packs, oldest first. */
const PACKS: readonly Bodies[] = [
	{
		responses: { '/a': 'old', '/gone': 'gone', '/back': 'old', '/r': { item: 7, rest: ',"rest":1}}' } },
		items: { 1: '{"n":1}', 2: '{"n":2}', 3: '{"n":3}', 7: '{"id":"r"}' },
		lists: { '/list': [1, 2, 3], '/other': [7], '/empty': [], '/no-list': [1] },
	},
	{ responses: { '/gone': null, '/back': null }, items: { 2: null, 3: '{"n":33}' }, lists: { '/list': [3, 1] } },
	{ responses: { '/a': 'new', '/back': 'new' }, items: { 7: '{"id":"new"}' }, lists: { '/no-list': null } },
];

const EXPECTED = {
	'/a': 'new',
	'/back': 'new',
	'/r': '{"data":{"id":"new","rest":1}}',
	'/list': '[{"n":33},{"n":1}]',
	'/other': '[{"id":"new"}]',
	'/empty': '[]',
};

/** All responses and lists of a store. */
function contents(packs: readonly string[]): { readonly [path: string]: string } {
	const store = new BodyStore(folder, packs);
	const found: { [path: string]: string } = {};
	for (const { path, body } of store.resources()) {
		expect(String(store.resource(path)!.body)).toBe(String(body));
		found[path] = String(body);
	}
	for (const path of ['/list', '/other', '/empty', '/no-list']) {
		const list = store.list(path);
		if (list !== undefined) found[path] = itemsText(list.items(0, list.total));
	}
	for (const path of ['/gone', '/never']) expect(store.resource(path)).toBeUndefined();
	store.close();
	return found;
}

function fingerprints(packs: readonly string[]): string[] {
	const store = new BodyStore(folder, packs);
	const lines = [...store.fingerprints()];
	store.close();
	return lines;
}

describe('The bodies of a release', () => {
	test('come from its packs: newer packs override and remove bodies of older ones', () => {
		expect(contents(PACKS.map(makePack).reverse())).toEqual(EXPECTED);
	});

	test('include the records of each kind, sorted by path, however many there are', () => {
		const path = (n: number) => `/programs/p${String(n).padStart(4, '0')}`;
		const numbers = Array.from({ length: 2500 }, (_, n) => n);
		const responses = Object.fromEntries(numbers.map((n) => [path(n), `{"data":{"n":${n}}}`]));
		const names = [
			{
				responses: { ...responses, '/programs': '{"data":[]}', '/reviews/r': { item: 7, rest: ',"rest":1}}' } },
				items: { 7: '{"id":"r"}' },
			},
			{ responses: Object.fromEntries(numbers.filter((n) => n >= 900 && n < 2100).map((n) => [path(n), null])) },
			{ responses: { [path(1000)]: '{"data":{"n":"back"}}', [`${path(2499)}-new`]: '{"data":{"n":"new"}}' } },
		].map(makePack);
		const store = new BodyStore(folder, names.reverse());
		const values = [...store.records('programs')].map((record) => JSON.parse(String(record)).n);
		expect(values).toEqual([...numbers.slice(0, 900), 'back', ...numbers.slice(2100), 'new']);
		expect([...store.records('reviews')].map(String)).toEqual(['{"id":"r","rest":1}']);
		expect([...store.records('categories')]).toEqual([]);
		store.close();
	});

	test.each([
		['the newer two', [2, 1], [0]],
		['the older two, without the marks of removed bodies', [1, 0], []],
		['all', [2, 1, 0], []],
	])('stay the same when packs are merged: %s', (_, merged, older) => {
		const names = PACKS.map(makePack);
		const name = newPackName();
		const files = merged.map((index) => packFile(folder, names[index]!));
		mergeBodyPacks(packFile(folder, name), files, older.length === 0);
		const newer = names.filter((_, index) => !merged.includes(index) && !older.includes(index));
		const packs = [...newer, name, ...older.map((index) => names[index]!)];
		expect(contents(packs)).toEqual(EXPECTED);
		expect(fingerprints(packs)).toEqual(fingerprints(names.toReversed()));
		const db = new Database(packFile(folder, name), { readonly: true });
		const removed = db.prepare('SELECT count(*) FROM responses WHERE body IS NULL').pluck().get() as number;
		expect(removed > 0).toBe(older.length > 0);
		db.close();
	});

	test('have paths near a path, before it and from it on, in any pack', () => {
		const store = new BodyStore(folder, PACKS.map(makePack).reverse());
		expect(store.pathsAround('/b', 10)).toEqual(['/a', '/back', '/gone', '/r']);
		expect(store.pathsAround('/back', 1)).toEqual(['/a', '/back']);
		expect(store.pathsAround('/x', 1)).toEqual(['/back', '/gone', '/r']);
		store.close();
	});

	test('have a fingerprint that depends neither on the IDs of items nor on the order of writing', () => {
		const one = makePack({ items: { 1: 'a', 2: 'b' }, lists: { '/x': [1, 2] }, responses: { '/a': 'a', '/b': 'b' } });
		const other = makePack({ items: { 8: 'a', 3: 'b' }, lists: { '/x': [8, 3] }, responses: { '/b': 'b', '/a': 'a' } });
		const reordered = makePack({
			items: { 1: 'a', 2: 'b' },
			lists: { '/x': [2, 1] },
			responses: { '/a': 'a', '/b': 'b' },
		});
		expect(fingerprints([other])).toEqual(fingerprints([one]));
		expect(fingerprints([reordered])).not.toEqual(fingerprints([one]));
	});
});

describe('A damaged pack of bodies', () => {
	test.each([
		['a response', "UPDATE responses SET body = 'olD' WHERE path = '/a'", '/a'],
		['the tag of a response', "UPDATE responses SET tag = 'x' WHERE path = '/a'", '/a'],
		['the item of a response', "UPDATE responses SET item = 1 WHERE path = '/r'", '/r'],
		['an item', 'UPDATE items SET body = \'{"n":9}\' WHERE id = 2', 'item 2'],
		['a list', "UPDATE lists SET body = x'01000000' WHERE path = '/list'", '/list'],
	])('is named when %s differs from its checksum', (_, sql, part) => {
		const name = makePack(PACKS[0]!);
		const db = new Database(packFile(folder, name));
		db.exec(sql.replace(/'(olD|\{[^']*\})'/, "CAST('$1' AS BLOB)"));
		db.close();
		const store = new BodyStore(folder, [name]);
		const read = () => {
			store.resource('/a');
			store.resource('/r');
			store.list('/list')!.items(0, 3);
		};
		expect(read).toThrow(`The pack ${packFile(folder, name)} is damaged: ${part} cannot be read.`);
		store.close();
	});

	test('is named when a release with it is opened', () => {
		const [whole, cut] = [makePack(PACKS[0]!), makePack(PACKS[0]!)];
		truncateSync(packFile(folder, cut), statSync(packFile(folder, cut)).size - 1);
		expect(() => new BodyStore(folder, [whole, cut])).toThrow(`The pack ${packFile(folder, cut)} is damaged.`);
		expect(() => new BodyStore(folder, ['000000000000', whole])).toThrow('is missing.');
	});
});
