import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'generate-'));
afterAll(() => rmSync(folder, { recursive: true }));

function generate(...args: string[]) {
	return spawnSync(process.execPath, ['test/generate/generate.ts', ...args], { encoding: 'utf8' });
}

describe('npm run generate', () => {
	test('makes the folder and the snapshot, and prints a summary in one line', () => {
		const file = join(folder, 'new', 'snapshot.sqlite');
		const { status, stdout, stderr } = generate('--programs', '5', '--reviews', '9', '--seed', '3', '--snapshot', file);
		expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
		expect(stdout).toMatch(
			/snapshot\.sqlite: \d+ organizations, 14 categories, 5 programs, 9 reviews\. \d+\.\d MB, \d+\.\d s\.\n$/,
		);
	});

	test('prints figures with separators and plurals', () => {
		const file = join(folder, 'figures.sqlite');
		const { stdout } = generate('--programs', '1000', '--reviews', '1', '--snapshot', file);
		expect(stdout).toContain(' categories, 1,000 programs, 1 review. ');
	});

	test.each([
		[
			'--programs',
			'0',
			"option '--programs <n>' argument '0' is invalid. It must be a whole number from 1 to 1000000.",
		],
		['--snapshot', 'package.json', 'package.json is not a SQLite file.'],
		['--snapshot', 'package.json/x', 'Could not create the folder package.json: a file with this name exists.'],
	])('refuses %s %s with a message, without a stack trace, and exit status 1', (option, value, message) => {
		const { status, stderr } = generate(option, value);
		expect(status).toBe(1);
		expect(stderr).toContain(message);
		expect(stderr).not.toContain('    at ');
	});
});
