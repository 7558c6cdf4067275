import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
	BodyStore,
	listKey,
	responseKey,
	storedBody,
	storedNumbers,
	storedRest,
} from '../../src/release/body-store.ts';
import type { Entry, Key } from '../../src/release/pack.ts';
import { PackStore } from '../../src/release/pack-store.ts';
import { itemsText } from '../support/json-items.ts';
import * as support from '../support/make-pack.ts';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'bodies-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The entries of a pack. Null stands for a removed entry. */
interface Bodies {
	readonly responses?: {
		readonly [path: string]: string | { readonly number: number; readonly item: string; readonly rest: string } | null;
	};
	readonly items?: { readonly [number: number]: string | null };
	readonly lists?: { readonly [path: string]: readonly number[] | null };
}

const bodyOf = (text: string) => storedBody(Buffer.from(text));

function* entriesOf({ responses = {}, items = {}, lists = {} }: Bodies): Generator<readonly [Key, Entry | null]> {
	for (const [path, response] of Object.entries(responses)) {
		if (response === null || typeof response === 'string')
			yield [responseKey(path), response === null ? null : bodyOf(response)];
		else {
			const { number, item, rest } = response;
			yield [responseKey(path), storedRest(number, bodyOf(item), Buffer.from(rest))];
		}
	}
	for (const [number, item] of Object.entries(items)) yield [Number(number), item === null ? null : bodyOf(item)];
	for (const [path, list] of Object.entries(lists)) yield [listKey(path), list && storedBody(storedNumbers(list))];
}

/** Writes a pack and returns its path. */
const makePack = (bodies: Bodies) => support.makePack(folder, entriesOf(bodies));

/** Three packs, oldest first. */
const PACKS: readonly Bodies[] = [
	{
		responses: {
			'/a': 'old',
			'/gone': 'gone',
			'/back': 'old',
			'/r': { number: 7, item: '{"id":"r"}', rest: ',"rest":1}}' },
		},
		items: { 1: '{"n":1}', 2: '{"n":2}', 3: '{"n":3}', 7: '{"id":"r"}' },
		lists: { '/list': [1, 2, 3], '/other': [7], '/empty': [], '/no-list': [1] },
	},
	{ responses: { '/gone': null, '/back': null }, items: { 2: null, 3: '{"n":33}' }, lists: { '/list': [3, 1] } },
	{
		responses: { '/a': 'new', '/back': 'new', '/r': { number: 7, item: '{"id":"new"}', rest: ',"rest":1}}' } },
		items: { 7: '{"id":"new"}' },
		lists: { '/no-list': null },
	},
];

const EXPECTED = {
	'/a': 'new',
	'/back': 'new',
	'/r': '{"data":{"id":"new","rest":1}}',
	'/list': '[{"n":33},{"n":1}]',
	'/other': '[{"id":"new"}]',
	'/empty': '[]',
};

/** All responses and lists in some packs. */
function contents(files: readonly string[]): { readonly [path: string]: string } {
	using packs = new PackStore(files);
	const store = new BodyStore(packs);
	const found: { [path: string]: string } = {};
	for (const { path, body } of store.responses()) {
		expect(String(store.resource(path)!.body)).toBe(String(body));
		found[path] = String(body);
	}
	for (const path of ['/list', '/other', '/empty', '/no-list']) {
		const list = store.list(path);
		if (list !== undefined) found[path] = itemsText(list.items(0, list.total));
	}
	for (const path of ['/gone', '/never']) expect(store.resource(path)).toBeUndefined();
	return found;
}

function fingerprints(files: readonly string[]): string[] {
	using packs = new PackStore(files);
	return [...new BodyStore(packs).fingerprints()];
}

describe('The bodies of a release', () => {
	test('come from its packs: newer packs override and remove bodies of older ones', () => {
		expect(contents(PACKS.map(makePack).reverse())).toEqual(EXPECTED);
	});

	test('include the records of each kind, sorted by path, however many there are', () => {
		const path = (n: number) => `/programs/p${String(n).padStart(4, '0')}`;
		const numbers = Array.from({ length: 2500 }, (_, n) => n);
		const responses = Object.fromEntries(numbers.map((n) => [path(n), `{"data":{"n":${n}}}`]));
		const rest = { number: 7, item: '{"id":"r"}', rest: ',"rest":1}}' };
		const files = [
			{ responses: { ...responses, '/programs': '{"data":[]}', '/reviews/r': rest }, items: { 7: rest.item } },
			{ responses: Object.fromEntries(numbers.filter((n) => n >= 900 && n < 2100).map((n) => [path(n), null])) },
			{ responses: { [path(1000)]: '{"data":{"n":"back"}}', [`${path(2499)}-new`]: '{"data":{"n":"new"}}' } },
		].map(makePack);
		using packs = new PackStore(files.reverse());
		const store = new BodyStore(packs);
		const values = [...store.records('programs')].map((record) => JSON.parse(String(record)).n);
		expect(values).toEqual([...numbers.slice(0, 900), 'back', ...numbers.slice(2100), 'new']);
		expect([...store.records('reviews')].map(String)).toEqual(['{"id":"r","rest":1}']);
		expect([...store.records('categories')]).toEqual([]);
	});

	test('are kept in memory when they are read one at a time, and are not replaced there when many are read together', () => {
		const numbers = Array.from({ length: 50 }, (_, n) => n);
		const long = 'x'.repeat(200_000);
		const paths = numbers.map((n) => `/programs/p${n}`);
		const responses = Object.fromEntries(paths.map((path, n) => [path, `${n} ${long}`]));
		const rest = { number: 7, item: '{"id":"r"}', rest: ',"rest":1}}' };
		const pack = makePack({ responses: { ...responses, '/often': 'read', '/r': rest }, items: { 7: rest.item } });
		using packs = new PackStore([pack]);
		const store = new BodyStore(packs);
		const kept = store.resource('/often');
		const bodies = store.readAll([...paths, '/r', '/never']);
		expect(bodies.map((body) => body && String(body).slice(0, 31))).toEqual([
			...numbers.map((n) => `${n} ${long}`.slice(0, 31)),
			'{"data":{"id":"r","rest":1}}',
			undefined,
		]);
		expect(store.resource('/often')).toBe(kept);
		for (const path of paths) store.resource(path);
		expect(store.resource('/often')).not.toBe(kept);
	});

	test('can be closed while they are read, so that an interrupted export leaves no file open', () => {
		const packs = new PackStore([
			makePack({ responses: { '/programs/a': '{"data":1}', '/programs/b': '{"data":2}' } }),
		]);
		for (const record of new BodyStore(packs).records('programs')) {
			expect(String(record)).toBe('1');
			break;
		}
		expect(() => packs.close()).not.toThrow();
	});

	test('have paths near a path, before it and from it on, in any pack', () => {
		using packs = new PackStore(PACKS.map(makePack).reverse());
		const store = new BodyStore(packs);
		expect(store.pathsAround('/b', 10)).toEqual(['/a', '/back', '/gone', '/r']);
		expect(store.pathsAround('/back', 1)).toEqual(['/a', '/back']);
		expect(store.pathsAround('/x', 1)).toEqual(['/gone', '/r']);
	});

	test('have a fingerprint that depends neither on the numbers of items nor on the order of writing', () => {
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
		['a response', "body = 'olD' WHERE key = 'api/a'", 'api/a'],
		['the tag of a response', "tag = 'x' WHERE key = 'api/a'", 'api/a'],
		['the item of a response', "encoding = 'item 1' WHERE key = 'api/r'", 'api/r'],
		['an item', 'body = \'{"n":9}\' WHERE number = 2', 'item 2'],
		['a list', "body = x'01000000' WHERE key = 'list/list'", 'list/list'],
	])('is named when %s differs from its checksum', (_, change, part) => {
		const pack = makePack(PACKS[0]!);
		const db = new Database(pack);
		db.exec(`UPDATE entries SET ${change.replace(/'(olD|\{[^']*\})'/, "CAST('$1' AS BLOB)")}`);
		db.close();
		using packs = new PackStore([pack]);
		const store = new BodyStore(packs);
		const read = () => {
			store.resource('/a');
			store.resource('/r');
			store.list('/list')!.items(0, 3);
		};
		expect(read).toThrow(`The pack ${pack} is damaged: ${part} cannot be read.`);
	});

	test('is named when a release with it is opened', () => {
		const [whole, cut] = [makePack(PACKS[0]!), makePack(PACKS[0]!)];
		truncateSync(cut, statSync(cut).size - 1);
		expect(() => new PackStore([whole, cut])).toThrow(`The pack ${cut} is damaged.`);
		expect(() => new PackStore([join(folder, 'none.sqlite'), whole])).toThrow('is missing.');
	});
});
