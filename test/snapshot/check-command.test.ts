import { copyFileSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand, succeed } from '../support/run-command.ts';
import { makeSnapshot, type SmallSnapshot } from '../support/small-directory.ts';

let directory: SmallSnapshot;

beforeAll(() => {
	directory = makeSnapshot({ programs: 30, reviews: 60 });
});
afterAll(() => directory?.remove());

/** A copy of the snapshot after `sql` was run without checking constraints. */
function changed(name: string, sql: string): string {
	const file = join(directory.folder, `${name}.sqlite`);
	copyFileSync(directory.snapshot, file);
	const db = new Database(file);
	db.pragma('foreign_keys = OFF');
	db.exec(sql);
	db.close();
	return file;
}

describe('check', () => {
	test('exits with 0 for a snapshot without errors', async () => {
		const { status, stdout, stderr } = await runCommand('check', ['--snapshot', directory.snapshot]);
		expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
		expect(stdout).toMatch(/: \d+ organizations, \d+ categories, 30 programs, 60 reviews\. 0 errors, 0 warnings\.\n$/);
	});

	test('finds nothing in the sample directory', async () => {
		const sample = join(directory.folder, 'sample.sqlite');
		await succeed('import', ['data/sample', '--snapshot', sample]);
		expect(await succeed('check', ['--snapshot', sample])).toContain('0 errors, 0 warnings.');
	});

	test('exits with 0 for warnings, and prints them on stderr', async () => {
		const file = changed('warned', "UPDATE reviews SET created_at = '1999-01-01T00:00:00Z'");
		const { status, stdout, stderr } = await runCommand('check', ['--snapshot', file]);
		expect(status).toBe(0);
		expect(stderr).toMatch(/^warning: reviews /);
		expect(stdout).toContain('0 errors, 60 warnings.');
	});

	test('exits with 1 for errors, and prints their places and the rules', async () => {
		const file = changed(
			'wrong',
			"UPDATE programs SET signup_url = 'ftp://a.example' WHERE slug = (SELECT min(slug) FROM programs)",
		);
		const { status, stdout, stderr } = await runCommand('check', ['--snapshot', file]);
		expect(status).toBe(1);
		expect(stderr).toMatch(/^error: programs \S+, column signup_url: "ftp:\/\/a\.example" must be .*http/);
		expect(stdout).toContain('1 error, 0 warnings.');
	});

	test('lists the terms that a build reads from the words of programs', async () => {
		const file = changed(
			'unread',
			`UPDATE programs SET commission_text = '20–30% for 12 months', commission_rate = NULL, commission_amount = NULL,
			 commission_qualifier = NULL, commission_per = NULL, commission_months = NULL, commission_maximum = NULL,
			 commission_lifetime = 0 WHERE slug = (SELECT min(slug) FROM programs);
			 DELETE FROM offers WHERE program = (SELECT min(slug) FROM programs)`,
		);
		const { status, stdout } = await runCommand('check', ['--snapshot', file]);
		expect(status).toBe(0);
		expect(stdout).toContain('A build reads the terms of 1 program from their words:\n');
		expect(stdout).toMatch(/^ {2}programs \S+, commission_rate: nothing → 20$/m);
		const { read } = JSON.parse(await succeed('check', ['--snapshot', file, '--json']));
		expect(read[0]).toMatchObject({ kind: 'programs', after: { commission_maximum: 30, commission_months: 12 } });
	});

	test('writes everything to a file for spreadsheets with --report', async () => {
		const report = join(directory.folder, 'report.csv');
		const file = changed(
			'reported',
			"UPDATE programs SET commission_text = '99% per sale', commission_per = NULL, commission_months = NULL, commission_lifetime = 0, commission_maximum = NULL, commission_rate = 10, commission_amount = NULL WHERE slug = (SELECT min(slug) FROM programs)",
		);
		await runCommand('check', ['--snapshot', file, '--report', report]);
		expect(parse(readFileSync(report), { bom: true })).toEqual([
			['Kind', 'In', 'Place', 'Field', 'Value', 'It must be', 'What to do'],
			[
				'warning',
				'programs',
				expect.any(String),
				'commission_rate',
				'10',
				'what its words say (99%)',
				'correct one of the two',
			],
		]);
	});

	test('prints everything for scripts with --json', async () => {
		const file = changed('orphans', "UPDATE reviews SET program = 'nowhere'");
		const { status, stdout } = await runCommand('check', ['--snapshot', file, '--json']);
		expect(status).toBe(1);
		const report = JSON.parse(stdout);
		expect(report.errors).toHaveLength(60);
		expect(report.errors[0]).toMatchObject({ kind: 'reviews', column: 'program', value: 'nowhere' });
	});

	test('exits with 1 and one sentence if the file is not a snapshot', async () => {
		const short = changed('short', '');
		truncateSync(short, 10_000);
		for (const file of [short, 'none.sqlite', 'package.json', directory.folder]) {
			const { status, stdout, stderr } = await runCommand('check', ['--snapshot', file]);
			expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
			expect(stderr).toMatch(/^.+\.\n$|^.+sqlite\n$/);
			expect(stderr).toContain(file);
		}
	});
});
