import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ASVS } from './asvs.ts';

describe('The table of security requirements', () => {
	test.each(ASVS)('%s: %s', (_requirement, _what, file, name) => {
		const source = readFileSync(new URL(`${file}.test.ts`, import.meta.url), 'utf8');
		const names = [...source.matchAll(/[)t]\(\s*'([^'\n]*)'/g)].map(([, found]) => found!);
		expect(names).toContainEqual(expect.stringContaining(name));
	});
});
