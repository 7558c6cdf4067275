import { rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { ApiWriter } from '../../src/release/api-database.ts';
import { ApiStore } from '../../src/release/api-store.ts';
import { temporaryFolder } from '../snapshot/made.ts';
import { changeDatabase } from '../support/change-database.ts';
import { itemsText } from '../support/json-items.ts';

let folder: string;
let file: string;

beforeEach(() => {
	folder = temporaryFolder();
	file = join(folder, 'api.sqlite');
});

/** Writes a database with a few records. */
function write(more: (api: ApiWriter) => void = () => {}): ApiStore {
	const api = new ApiWriter(file);
	const short = api.addRecord(null, { slug: 'a' });
	const review = api.addRecord('/reviews/r', { id: 'r', title: 'Straße' }, { rest: 1 });
	const organization = api.addRecord('/organizations/o', { slug: 'o' });
	api.addRecord('/programs/a', { slug: 'a', name: 'A' });
	api.addList('/organizations/o/programs', [short]);
	api.addList('/programs/a/reviews', [review]);
	api.addList('/organizations', [organization]);
	api.addList('/reviews', [review]);
	api.addList('/empty', []);
	api.addRedirect('/programs/old', 'a');
	api.addRedirect('/programs/gone', null);
	api.addAuthor('ada');
	more(api);
	api.finish();
	return new ApiStore(file);
}

const bodyOf = (api: ApiStore, path: string) => api.resource(path) && String(api.resource(path)!.read());

function listOf(api: ApiStore, path: string): string | undefined {
	const list = api.list(path);
	return list && itemsText(list.items(0, list.total));
}

describe('The API of a release', () => {
	test('has a response for each record that has a path', () => {
		using api = write();
		expect(bodyOf(api, '/programs/a')).toBe('{"data":{"slug":"a","name":"A"}}');
		expect(bodyOf(api, '/reviews/r')).toBe('{"data":{"id":"r","title":"Straße","rest":1}}');
		expect(bodyOf(api, '/programs/b')).toBeUndefined();
		expect([...api.responses('/reviews/')].map(({ path, body }) => [path, String(body)])).toEqual([
			['/reviews/r', bodyOf(api, '/reviews/r')],
		]);
	});

	test('has lists whose items are shorter than the records, and a list of whole reviews', () => {
		using api = write();
		expect(listOf(api, '/organizations/o/programs')).toBe('[{"slug":"a"}]');
		expect(listOf(api, '/programs/a/reviews')).toBe('[{"id":"r","title":"Straße"}]');
		expect(listOf(api, '/reviews')).toBe('[{"id":"r","title":"Straße","rest":1}]');
		expect(listOf(api, '/organizations')).toBe('[{"slug":"o"}]');
		expect([listOf(api, '/empty'), listOf(api, '/none')]).toEqual(['[]', undefined]);
	});

	test('returns any part of a list, in the order of the list', () => {
		using api = write((made) => {
			const numbers = Array.from({ length: 50 }, (_, n) => made.addRecord(null, { n }));
			made.addList('/turned', numbers.reverse());
		});
		const { total, items } = api.list('/turned')!;
		expect([total, itemsText(items(47, 100)), itemsText(items(50, 10))]).toEqual([
			50,
			'[{"n":2},{"n":1},{"n":0}]',
			'[]',
		]);
	});

	test('gives items of lists tags that change with the items only', () => {
		const tagOf = (title: string, more: object) => {
			rmSync(file, { force: true });
			using api = write((made) => made.addList('/one', [made.addRecord('/reviews/s', { title }, more)]));
			return api.list('/one')!.items(0, 1).tag;
		};
		expect(tagOf('a', { more: 1 })).toBe(tagOf('a', { more: 2 }));
		expect(tagOf('a', { more: 1 })).not.toBe(tagOf('b', { more: 1 }));
	});

	test('has redirects, the names of authors, and the records of each kind', () => {
		using api = write();
		expect(['/programs/old', '/programs/gone', '/programs/a'].map((path) => api.redirect(path))).toEqual([
			'a',
			null,
			undefined,
		]);
		expect([...api.renamed('programs')]).toEqual([['old', 'a']]);
		expect(['ada', 'grace'].map((name) => api.isAuthor(name))).toEqual([true, false]);
		expect([...api.records('programs')].map(String)).toEqual(['{"slug":"a","name":"A"}']);
		expect([...api.records('categories')]).toEqual([]);
	});

	test('has paths near a path, before it and from it on', () => {
		using api = write();
		expect(api.pathsAround('/programs/a', 1)).toEqual(['/organizations/o', '/programs/a']);
		expect(api.pathsAround('/x', 2)).toEqual(['/programs/a', '/reviews/r']);
	});

	test('keeps responses in memory, but not those that are read for a request for many', () => {
		const long = 'x'.repeat(200_000);
		const paths = Array.from({ length: 50 }, (_, n) => `/programs/p${n}`);
		using api = write((made) => {
			for (const path of paths) made.addRecord(path, { long });
		});
		const kept = api.resource('/programs/a');
		for (const path of paths) api.response(path);
		expect(api.resource('/programs/a')).toBe(kept);
		for (const path of paths) api.resource(path);
		expect(api.resource('/programs/a')).not.toBe(kept);
	});

	test('can be closed while it is read, so that an interrupted export leaves no file open', () => {
		const api = write();
		for (const _ of api.records('programs')) break;
		expect(() => api.close()).not.toThrow();
	});
});

describe('A damaged database of the API', () => {
	test.each([
		['a response', "data = CAST('{}' AS BLOB) WHERE path = '/programs/a'", '/programs/a'],
		['the tag of a response', "tag = 'x' WHERE path = '/programs/a'", '/programs/a'],
		['the end of an item', "item_end = 3 WHERE path = '/reviews/r'", '/reviews/r'],
		['an item', "data = CAST('{}' AS BLOB) WHERE path IS NULL", 'a program in a list'],
	])('is named when %s differs from its checksum', (_, change, part) => {
		write().close();
		changeDatabase(file, `UPDATE records SET ${change}`);
		using api = new ApiStore(file);
		const read = () => {
			api.resource('/programs/a');
			listOf(api, '/programs/a/reviews');
			listOf(api, '/organizations/o/programs');
		};
		expect(read).toThrow(`The database ${file} is damaged: ${part} cannot be read.`);
		expect(api.takeDamage()).toMatchObject({ file });
		expect(api.takeDamage()).toBeUndefined();
		expect(() => api.check()).toThrow(`The database ${file} is damaged`);
	});

	test('is named when it is opened', () => {
		write().close();
		truncateSync(file, statSync(file).size - 1);
		expect(() => new ApiStore(file)).toThrow(`The database ${file} is damaged.`);
		rmSync(file);
		expect(() => new ApiStore(file)).toThrow(`The database ${file} is missing.`);
	});
});
