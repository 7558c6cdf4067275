import { existsSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newPackName, SitePackWriter, storedFile } from '../../src/release/site-pack.ts';
import { packFile, SiteStore } from '../../src/release/site-store.ts';
import { flipBitIn } from '../support/flip-bit.ts';
import { openFilesIn } from '../support/open-files.ts';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'packs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a pack and returns its name. Null stands for a removed path. */
function makePack(files: { readonly [path: string]: string | null }): string {
	const name = newPackName();
	const pack = new SitePackWriter(packFile(folder, name));
	for (const [path, content] of Object.entries(files)) {
		if (content === null) pack.remove(path);
		else pack.add(path, storedFile(path, Buffer.from(content), `data of ${content}`));
	}
	pack.finish();
	return name;
}

/** All files of a store, by path. */
function contents(store: SiteStore): { [path: string]: string } {
	return Object.fromEntries([...store.files().keys()].map((path) => [path, String(store.get(path)!.read())]));
}

describe('The files of a website', () => {
	test('come from its packs: newer packs override and remove files of older ones', () => {
		const oldest = makePack({ 'index.html': 'old', 'gone/index.html': 'gone', 'back.css': 'old', 'kept.js': 'kept' });
		const middle = makePack({ 'index.html': 'new', 'gone/index.html': null, 'back.css': null, 'never.css': null });
		const newest = makePack({ 'back.css': 'back' });
		const store = new SiteStore(folder, [newest, middle, oldest]);
		expect(contents(store)).toEqual({ 'index.html': 'new', 'back.css': 'back', 'kept.js': 'kept' });
		expect([...store.files().keys()]).toEqual([...store.files().keys()]);
		for (const path of ['gone/index.html', 'never.css', '', 'INDEX.HTML', 'index.html\0']) {
			expect([path, store.has(path), store.get(path)]).toEqual([path, false, undefined]);
		}
		expect(store.get('back.css')?.fingerprint).toBe('data of back');
		store.close();
	});

	test('are compressed only if that makes text smaller', () => {
		const long = 'word '.repeat(1000);
		const store = new SiteStore(folder, [
			makePack({ 'long.html': long, 'short.html': 'x', 'empty.html': '', 'long.png': long, _headers: long }),
		]);
		for (const [path, content, encoding] of [
			['long.html', long, 'br'],
			['short.html', 'x', null],
			['empty.html', '', null],
			['long.png', long, null],
			['_headers', long, null],
		] as const) {
			const file = store.get(path)!;
			expect([path, file.encoding, file.size]).toEqual([path, encoding, content.length]);
			expect(String(file.read())).toBe(content);
			const { body } = file.readStored();
			expect(String(encoding === 'br' ? brotliDecompressSync(body) : body)).toBe(content);
		}
		store.close();
	});

	test('do not exist without packs', () => {
		const store = new SiteStore(folder, []);
		expect([...store.files().keys()]).toEqual([]);
		expect(store.get('index.html')).toBeUndefined();
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
		const name = makePack(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${i}.html`, 'a'.repeat(i * 10)])));
		damage(packFile(folder, name));
		expect(() => new SiteStore(folder, [other, name])).toThrow(`The pack ${packFile(folder, name)} is ${fault}.`);
		if (existsSync('/proc/self/fd')) expect(openFilesIn(folder)).toEqual([]);
	});

	test('never shows a wrong file after a change of one bit, and names the damaged file', () => {
		const content = Array.from({ length: 500 }, (_, i) => (i * i).toString(36)).join(' ');
		const name = makePack({ 'page.html': content, 'image.png': content });
		for (const path of ['page.html', 'image.png']) {
			const store = new SiteStore(folder, [name]);
			const { body } = store.get(path)!.readStored();
			store.close();
			const restore = flipBitIn(packFile(folder, name), body.subarray(0, 200), 50);
			const damaged = new SiteStore(folder, [name]);
			const sentence = `The pack ${packFile(folder, name)} is damaged: ${path} cannot be read.`;
			expect(() => damaged.get(path)!.read()).toThrow(sentence);
			expect(() => damaged.get(path)!.readStored()).toThrow(sentence);
			damaged.close();
			restore();
			const whole = new SiteStore(folder, [name]);
			expect(String(whole.get(path)!.read())).toBe(content);
			whole.close();
		}
	});
});
