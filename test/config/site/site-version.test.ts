import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import settings from '../../../data/site.json' with { type: 'json' };
import { siteVersion } from '../../../src/config/site/site-version.ts';

const root = mkdtempSync(join(tmpdir(), 'site-version-'));
const MARK = { 'public/mark.svg': '<svg/>' };
let count = 0;

beforeAll(() => vi.stubEnv('SITE_CONFIG', ''));
afterAll(() => {
	vi.unstubAllEnvs();
	rmSync(root, { recursive: true });
});

/** Returns the version of a configuration with these settings and further files. */
function versionOf(changes: object, files: { readonly [path: string]: string } = MARK): string {
	const folder = join(root, String(count++));
	mkdirSync(join(folder, 'public'), { recursive: true });
	writeFileSync(join(folder, 'site.json'), JSON.stringify({ ...settings, ...changes }, null, count));
	for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
	process.env.SITE_CONFIG = folder;
	return siteVersion();
}

describe('The version of a configuration', () => {
	test('stays the same with other spaces, another folder, another address, other limits of the guard, and settings beside it', () => {
		const changes = { url: 'https://directory.example', guard: { removed: 10 } };
		expect(versionOf(changes, { ...MARK, '.env': 'PORT=80', 'public/.DS_Store': 'x' })).toBe(versionOf({}));
	});

	test.each([
		['setting', { name: 'Ledger' }, MARK],
		['file', {}, { 'public/mark.svg': '<svg />' }],
		['name of a file', {}, { 'public/other.svg': '<svg/>' }],
		['synonym of the search', {}, { ...MARK, 'synonyms.csv': 'crm,contacts\n' }],
	])('changes with a %s', (_, changes, files) => {
		expect(versionOf(changes, files)).not.toBe(versionOf({}));
	});
});
