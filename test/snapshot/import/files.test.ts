import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UserError } from '../../../src/shared/user-error.ts';
import { openSources } from '../../../src/snapshot/import/files.ts';
import { readAll } from './read-all.ts';

/** A folder with the given files, which is removed after the test. */
function folderOf(files: { readonly [name: string]: string }): string {
	const folder = mkdtempSync(join(tmpdir(), 'import-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
	return folder;
}

function refusal(path: string): string {
	try {
		openSources([path]);
	} catch (error) {
		expect(error).toBeInstanceOf(UserError);
		return (error as UserError).message.replaceAll(path, 'PATH');
	}
	return '';
}

const KNOWN =
	"You can import these files: organizations.csv, categories.csv, programs.csv, reviews.csv, and OpenAffiliate's registry.json.";

describe('openSources', () => {
	test('recognizes a CSV file by its name, in upper or lower case', () => {
		const folder = folderOf({ 'Categories.CSV': 'slug,name\na,A\n', 'registry.json': '{"programs":[]}' });
		const [csv, json] = openSources([join(folder, 'Categories.CSV'), join(folder, 'registry.json')]);
		expect(readAll(csv!, 'categories').records).toHaveLength(1);
		expect(readAll(json!, 'programs').records).toEqual([]);
	});

	test('reads all CSV files in a folder, except hidden ones', () => {
		const folder = folderOf({ 'reviews.csv': '', 'categories.csv': '', '.#reviews.csv': '', 'registry.json': '' });
		expect(openSources([folder]).map(({ file }) => file)).toEqual([
			join(folder, 'categories.csv'),
			join(folder, 'reviews.csv'),
		]);
	});

	test('refuses a file that is missing', () => {
		expect(refusal('/no/such/programs.csv')).toBe('Could not read PATH: the file or folder does not exist.');
	});

	test('refuses a folder without CSV files', () => {
		expect(refusal(folderOf({ 'notes.txt': '' }))).toBe(`The folder PATH has no CSV files. ${KNOWN}`);
	});

	test('refuses a file with another name, and lists the names of CSV files', () => {
		const folder = folderOf({ 'program.csv': 'slug\n', 'data.csv': '', 'programs.xlsx': '' });
		expect(refusal(join(folder, 'program.csv'))).toBe(
			`Cannot import PATH: unknown kind of file. Did you mean programs.csv? ${KNOWN}`,
		);
		expect(refusal(join(folder, 'data.csv'))).toBe(`Cannot import PATH: unknown kind of file. ${KNOWN}`);
		expect(refusal(join(folder, 'programs.xlsx'))).toBe(`Cannot import PATH: unknown kind of file. ${KNOWN}`);
	});

	test('refuses a CSV file with another name in a folder too, instead of ignoring it', () => {
		expect(refusal(folderOf({ 'categories.csv': '', 'review.csv': '' }))).toContain('Did you mean reviews.csv?');
	});

	test('refuses a folder that is named like a CSV file', () => {
		const folder = folderOf({});
		mkdirSync(join(folder, 'programs.csv'));
		expect(refusal(join(folder, 'programs.csv'))).toBe(`The folder PATH has no CSV files. ${KNOWN}`);
	});

	test('refuses a pipe and a link to a device, by name and in a folder, because reading them might never end', () => {
		const refused = 'Cannot import PATH: it is not a regular file. Copy its content into a file first.';
		for (const make of [
			(path: string) => execFileSync('mkfifo', [path]),
			(path: string) => symlinkSync('/dev/zero', path),
		]) {
			const folder = folderOf({});
			const path = join(folder, 'programs.csv');
			make(path);
			expect(refusal(path)).toBe(refused);
			expect(refusal(folder)).toBe(refused.replace('PATH', 'PATH/programs.csv'));
		}
	});

	test('refuses JSON that is not a registry', () => {
		const folder = folderOf({ 'package.json': '{"name":"x"}', 'broken.json': '{' });
		expect(refusal(join(folder, 'package.json'))).toContain('PATH is not an OpenAffiliate registry');
		expect(refusal(join(folder, 'broken.json'))).toBe('PATH is incomplete: see line 1, column 2.');
	});
});
