import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UserError } from '../../../src/shared/user-error.ts';
import { openSources } from '../../../src/snapshot/import/files.ts';
import { applyMapping } from '../../../src/snapshot/import/table/apply-mapping.ts';
import { guessMapping } from '../../../src/snapshot/import/table/guess-mapping.ts';
import type { Table } from '../../../src/snapshot/import/table/table.ts';
import { readAll } from './read-all.ts';

/** A folder with the given files, which is removed after the test. */
function folderOf(files: { readonly [name: string]: string | Buffer }): string {
	const folder = mkdtempSync(join(tmpdir(), 'import-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
	return folder;
}

const guessed = (table: Table) => applyMapping(table, guessMapping(table).mapping);
const open = (...paths: string[]) => openSources(paths, guessed);

async function refusal(path: string): Promise<string> {
	try {
		await open(path);
	} catch (error) {
		expect(error).toBeInstanceOf(UserError);
		return (error as UserError).message.replaceAll(path, 'PATH');
	}
	return '';
}

const KNOWN =
	"You can import CSV files such as organizations.csv, categories.csv, programs.csv, reviews.csv, spreadsheets (.xlsx, .ods), JSON, and OpenAffiliate's registry.json.";

/** The columns that the source of a file names in its records. */
async function wordsOf(content: string | Buffer, name: string): Promise<string> {
	const [source] = await open(join(folderOf({ [name]: content }), name));
	return source!.words.row;
}

describe('openSources', () => {
	test('recognizes a CSV file by its name, in upper or lower case', async () => {
		const folder = folderOf({ 'Categories.CSV': 'slug,name\na,A\n', 'feed.json': '[{"name":"A","url":"a.example"}]' });
		const [csv, json] = await open(join(folder, 'Categories.CSV'), join(folder, 'feed.json'));
		expect(readAll(csv!, 'categories').records).toHaveLength(1);
		expect(readAll(json!, 'programs').records).toHaveLength(1);
	});

	test('recognizes our own columns under another name of the file', async () => {
		const folder = folderOf({ 'programs (1).csv': 'slug,cookie_days\nacme,soon\n' });
		const [source] = await open(join(folder, 'programs (1).csv'));
		expect(readAll(source!, 'programs').problems[0]).toMatchObject({
			column: 'cookie_days',
			fix: 'write a whole number of days such as 30',
		});
	});

	test('is strict about the columns of a file with our name and our columns', async () => {
		const folder = folderOf({ 'programs.csv': 'slug,commision_rate\nacme,20\n' });
		const [source] = await open(folder);
		expect(readAll(source!, 'programs').problems[0]).toMatchObject({ fix: 'write commission_rate' });
	});

	test('reads a file with our name and other columns as a table', async () => {
		const folder = folderOf({ 'programs.csv': 'Brand;Website;Provision\nAcme;acme.example;20 %\n' });
		const [source] = await open(folder);
		expect(readAll(source!, 'programs').records[0]?.raw).toMatchObject({ name: 'Acme', commission_rate: 20 });
	});

	test('reads all CSV files in a folder, except hidden ones', async () => {
		const folder = folderOf({ 'reviews.csv': '', 'categories.csv': '', '.#reviews.csv': '', 'registry.json': '' });
		expect((await open(folder)).map(({ file }) => file)).toEqual([
			join(folder, 'categories.csv'),
			join(folder, 'reviews.csv'),
		]);
	});

	test("reads a folder of YAML files, and OpenAffiliate's as a registry", async () => {
		const lumo =
			'slug: lumo\nname: Lumo\nurl: https://lumo.example\ncreated_at: 2026-04-18\ncommission:\n  type: recurring\n';
		const [source] = await open(folderOf({ 'lumo.yaml': lumo, 'README.md': '' }));
		expect(readAll(source!, 'programs').records[0]?.raw).toMatchObject({
			slug: 'lumo',
			commission_type: 'recurring',
			imported_at: '2026-04-18T00:00:00Z',
		});
		const others = folderOf({ 'acme.yaml': 'name: Acme\nurl: https://acme.example\n', 'bolt.yml': 'name: Bolt\n' });
		const [table] = await open(others);
		expect(readAll(table!, 'programs').records.map(({ raw }) => raw.slug)).toEqual(['acme', 'bolt']);
		const broken = folderOf({ 'lumo.yaml': 'slug: "lumo\n' });
		expect(await refusal(broken)).toContain('PATH/lumo.yaml is not valid YAML');
	});

	test('recognizes JSON, lines of JSON and CSV by their content, whatever the file is called', async () => {
		expect(await wordsOf('[{"name":"Acme","url":"https://acme.example"}]', 'feed.txt')).toBe('item');
		expect(await wordsOf('{"name":"Acme","url":"https://a.example"}\n{"name":"B"}\n', 'feed.json')).toBe('line');
		expect(await wordsOf('name\turl\nAcme\thttps://acme.example\n', 'list.txt')).toBe('row');
	});

	test('refuses a folder without CSV files', async () => {
		expect(await refusal(folderOf({ 'notes.txt': '' }))).toBe(`The folder PATH has no CSV files. ${KNOWN}`);
	});

	test('refuses a file of an unknown kind, and says which kinds there are', async () => {
		const folder = folderOf({ 'programs.numbers': '', 'programs.xls': 'x' });
		const refused = `Cannot import PATH: unknown kind of file. ${KNOWN}`;
		expect(await refusal(join(folder, 'programs.numbers'))).toBe(refused);
		expect(await refusal(join(folder, 'programs.xls'))).toBe(refused);
	});

	test('refuses a file without a table', async () => {
		const folder = folderOf({ 'data.csv': '', 'list.csv': 'only one column\nAcme\n' });
		expect(await refusal(join(folder, 'data.csv'))).toContain('PATH holds no table.');
		expect(await refusal(join(folder, 'list.csv'))).toContain('PATH holds no table.');
	});

	test('refuses a pipe and a link to a device, by name and in a folder, because reading them might never end', async () => {
		const refused = 'Cannot import PATH: it is not a regular file. Copy its content into a file first.';
		for (const make of [
			(path: string) => execFileSync('mkfifo', [path]),
			(path: string) => symlinkSync('/dev/zero', path),
		]) {
			const folder = folderOf({});
			const path = join(folder, 'programs.csv');
			make(path);
			expect(await refusal(path)).toBe(refused);
			expect(await refusal(folder)).toBe(refused.replace('PATH', 'PATH/programs.csv'));
		}
	});

	test('refuses JSON without a list of objects, and broken JSON', async () => {
		const folder = folderOf({ 'package.json': '{"name":"x"}', 'broken.json': '{' });
		expect(await refusal(join(folder, 'package.json'))).toContain('PATH has no list of objects');
		expect(await refusal(join(folder, 'broken.json'))).toBe(
			"PATH is not valid JSON: Expected property name or '}' in JSON at position 1 (line 1 column 2).",
		);
	});
});
