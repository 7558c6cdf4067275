import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { untilWritten } from '../../src/build/until-written.ts';

const SCRIPT = Buffer.from('export const search = () => [];');
const SCRIPTS = new Map([['pagefind.js', SCRIPT]]);
const WHOLE = {
	'pagefind.js': SCRIPT,
	'pagefind-entry.json': Buffer.from('{"languages":{}}'),
	'wasm.en.pagefind': gzipSync('engine'),
	'fragment/en_1.pf_fragment': gzipSync('pagefind_dcd{}'),
};

const place = mkdtempSync(join(tmpdir(), 'until-written-'));
afterAll(() => rmSync(place, { recursive: true }));

describe('untilWritten', () => {
	test('returns where every file is whole', async () => {
		await untilWritten(index(), SCRIPTS, 0);
	});

	test.each(Object.entries(WHOLE))('waits for the rest of %s', async (name, content) => {
		const files = index();
		const file = join(files, name);
		for (const size of [0, 1, content.length >> 1, content.length - 1]) {
			truncateSync(file, size);
			let waited = true;
			const done = untilWritten(files, SCRIPTS).then(() => (waited = false));
			await setTimeout(30);
			expect(waited, `${size} of ${content.length} bytes`).toBe(true);
			writeFileSync(file, content);
			await done;
		}
	});

	test.each(Object.keys(WHOLE))('names %s where its rest does not come', async (name) => {
		const files = index();
		truncateSync(join(files, name), 5);
		await expect(untilWritten(files, SCRIPTS, 0)).rejects.toThrow(`${join(files, name)} was not written completely.`);
	});

	function index(): string {
		const files = mkdtempSync(join(place, 'index-'));
		mkdirSync(join(files, 'fragment'));
		for (const [file, content] of Object.entries(WHOLE)) writeFileSync(join(files, file), content);
		return files;
	}
});
