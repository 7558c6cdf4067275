import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from './support/find-browser.ts';

const ARM = { platform: 'linux', arch: 'arm64' } as const;

describe('The browser of the tests', () => {
	let folder: string;
	let chrome: string;

	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'chrome-'));
		chrome = join(folder, 'google-chrome');
		writeFileSync(chrome, '#!/bin/sh\n');
		chmodSync(chrome, 0o755);
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	test('is the packaged one on Linux (x64)', () => {
		expect(findBrowser({ platform: 'linux', arch: 'x64', env: { PATH: folder } })).toBe('packaged');
	});

	test('is an installed one on other systems', () => {
		expect(findBrowser({ ...ARM, env: { PATH: `/nowhere:${folder}` } })).toBe(chrome);
	});

	test('is CHROME_PATH on all systems, if that is set', () => {
		expect(findBrowser({ platform: 'linux', arch: 'x64', env: { CHROME_PATH: chrome } })).toBe(chrome);
	});

	test.skipIf(process.platform === 'darwin')('is missing on systems without one, so that the tests are skipped', () => {
		expect(findBrowser({ ...ARM, env: { PATH: '/nowhere' } })).toBeUndefined();
	});

	test('is an error if CHROME_PATH is not a program', () => {
		for (const path of ['/nowhere/chrome', folder]) {
			expect(() => findBrowser({ ...ARM, env: { CHROME_PATH: path } })).toThrow(`CHROME_PATH is ${path}, which is no`);
		}
	});
});
