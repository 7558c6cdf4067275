import { existsSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { storedFile } from '../../src/release/pack.ts';
import { PackStore } from '../../src/release/pack-store.ts';
import { temporaryFolder } from '../snapshot/made.ts';
import { type OpenSite, openSite } from '../support/current-site.ts';
import { flipBitIn } from '../support/flip-bit.ts';
import * as support from '../support/make-pack.ts';
import { openFilesIn } from '../support/open-files.ts';

let folder: string;

beforeEach(() => {
	folder = temporaryFolder();
});

/** Writes a pack and returns its path. Null stands for a removed path. */
function makePack(files: { readonly [path: string]: string | null }): string {
	const stored = (path: string, content: string) => storedFile(path, Buffer.from(content), `data of ${content}`);
	const entries = Object.entries(files).map(
		([path, content]) => [path, content === null ? null : stored(path, content)] as const,
	);
	return support.makePack(folder, entries);
}

/** All files of a website, by path. */
function contents(site: OpenSite): { [path: string]: string } {
	return Object.fromEntries([...site.files()].map(([path, file]) => [path, String(file.read())]));
}

describe('The files of a website', () => {
	test('come from its packs: newer packs override and remove files of older ones', () => {
		const oldest = makePack({ 'index.html': 'old', 'gone/index.html': 'gone', 'back.css': 'old', 'kept.js': 'kept' });
		const middle = makePack({ 'index.html': 'new', 'gone/index.html': null, 'back.css': null, 'never.css': null });
		const newest = makePack({ 'back.css': 'back' });
		const site = openSite([newest, middle, oldest]);
		expect(contents(site)).toEqual({ 'index.html': 'new', 'back.css': 'back', 'kept.js': 'kept' });
		expect(contents(site)).toEqual(contents(site));
		for (const path of ['gone/index.html', 'never.css', '', 'INDEX.HTML', 'index.html\0']) {
			expect([path, site.get(path)]).toEqual([path, undefined]);
		}
		expect(site.get('back.css')?.fingerprint).toBe('data of back');
		site.close();
	});

	test('are each listed once, whatever characters their names have', () => {
		// UTF-16, in which JavaScript compares texts, sorts the last two names the other way round.
		const names = ['a.png', 'z.png', 'é.png', 'ﬁ.png', '😀.png'];
		const packOf = (content: string) => makePack(Object.fromEntries(names.map((name) => [name, content])));
		const site = openSite([makePack({ 'ﬁ.png': 'newest' }), packOf('new'), packOf('old')]);
		expect(Object.entries(contents(site))).toEqual(names.map((name) => [name, name === 'ﬁ.png' ? 'newest' : 'new']));
		site.close();
	});

	test('are compressed only if that makes text smaller', () => {
		const long = 'word '.repeat(1000);
		const site = openSite([
			makePack({ 'long.html': long, 'short.html': 'x', 'empty.html': '', 'long.png': long, _headers: long }),
		]);
		for (const [path, content, encoding] of [
			['long.html', long, 'br'],
			['short.html', 'x', null],
			['empty.html', '', null],
			['long.png', long, null],
			['_headers', long, null],
		] as const) {
			const file = site.get(path)!;
			expect([path, file.encoding, file.size]).toEqual([path, encoding, content.length]);
			expect(String(file.read())).toBe(content);
			const body = file.readBody();
			expect(String(encoding === 'br' ? brotliDecompressSync(body) : body)).toBe(content);
		}
		site.close();
	});

	test('do not exist without packs', () => {
		const site = openSite([]);
		expect([...site.files().keys()]).toEqual([]);
		expect(site.get('index.html')).toBeUndefined();
	});
});

describe('A damaged pack', () => {
	test.each([
		['is missing', 'missing', (file: string) => rmSync(file)],
		['is empty', 'damaged', (file: string) => truncateSync(file)],
		['is cut short', 'damaged', (file: string) => truncateSync(file, statSync(file).size / 2)],
		['lacks its last byte', 'damaged', (file: string) => truncateSync(file, statSync(file).size - 1)],
		['is another kind of file', 'damaged', (file: string) => writeFileSync(file, 'x'.repeat(10_000))],
	])('is named when a release with it is opened: it %s', (_, fault, damage) => {
		const other = makePack({ 'a.html': 'a' });
		const pack = makePack(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${i}.html`, 'a'.repeat(i * 10)])));
		damage(pack);
		expect(() => new PackStore([other, pack])).toThrow(`The pack ${pack} is ${fault}.`);
		if (existsSync('/proc/self/fd')) expect(openFilesIn(folder)).toEqual([]);
	});

	test('never shows a wrong file after a change of one bit, and names the damaged file', () => {
		const content = Array.from({ length: 500 }, (_, i) => (i * i).toString(36)).join(' ');
		const pack = makePack({ 'page.html': content, 'image.png': content });
		for (const path of ['page.html', 'image.png']) {
			const site = openSite([pack]);
			const body = site.get(path)!.readBody();
			site.close();
			const restore = flipBitIn(pack, body.subarray(0, 200), 50);
			const damaged = openSite([pack]);
			const sentence = `The pack ${pack} is damaged: ${path} cannot be read.`;
			expect(() => damaged.get(path)!.read()).toThrow(sentence);
			expect(() => damaged.get(path)!.readBody()).toThrow(sentence);
			damaged.close();
			restore();
			const whole = openSite([pack]);
			expect(String(whole.get(path)!.read())).toBe(content);
			whole.close();
		}
	});
});
