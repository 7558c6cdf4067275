import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepUpload, uploadedFiles } from '../../../src/editor/pages/import-page.ts';

let preview: string;
beforeEach(() => {
	preview = mkdtempSync(join(tmpdir(), 'uploads-'));
});
afterEach(() => rmSync(preview, { recursive: true }));

function formOf(...names: readonly string[]): FormData {
	const form = new FormData();
	for (const name of names) form.append('file', new File(['content'], name));
	return form;
}

test.each([
	['programs.csv', 'programs.csv'],
	['Übersicht (1).xlsx', 'Übersicht (1).xlsx'],
	['../../etc/passwd', 'passwd'],
	['C:\\files\\programs.csv', 'programs.csv'],
	['.hidden.csv', '_hidden.csv'],
	['..', '_'],
	['a"<b>.csv', 'a__b_.csv'],
	[`${'x'.repeat(300)}.csv`, `${'x'.repeat(96)}.csv`],
])('The file %s is kept as %s, in the folder of its upload', async (name, kept) => {
	const id = await keepUpload(preview, formOf(name));
	expect(uploadedFiles(preview, id)!.map((path) => basename(path))).toEqual([kept]);
	expect(readdirSync(preview)).toEqual(['uploads']);
});

test('An address that is no upload has no files', () => {
	for (const id of ['', '..', '../uploads', '1-a/../..', '1-abcd1234'])
		expect(uploadedFiles(preview, id)).toBe(undefined);
});

test('The latest twenty uploads are kept', async () => {
	const ids: string[] = [];
	for (let i = 0; i < 22; i++) ids.push(await keepUpload(preview, formOf('a.csv')));
	expect(readdirSync(join(preview, 'uploads'))).toHaveLength(20);
	expect(uploadedFiles(preview, ids.at(-1)!)).toHaveLength(1);
});

test('A form without a file, or with too many, is refused', async () => {
	await expect(keepUpload(preview, formOf())).rejects.toThrow('Choose a file to import.');
	await expect(keepUpload(preview, formOf(...Array(21).keys().map(String)))).rejects.toThrow('at most 20 files');
});
