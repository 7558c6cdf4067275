import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderToEdit } from '../../../src/editor/pages/folder-to-edit.ts';
import { succeed } from '../../support/run-command.ts';
import { makeSnapshot, type SmallSnapshot } from '../../support/small-directory.ts';

let directory: SmallSnapshot;

beforeAll(() => {
	directory = makeSnapshot({ programs: 2, reviews: 0 });
});
afterAll(() => directory?.remove());

describe('the folder that npm run edit imports', () => {
	test('is the given one', () => {
		expect(folderToEdit('data/sample', directory.snapshot, false)).toBe('data/sample');
		expect(folderToEdit('data/sample', directory.snapshot, true)).toBe('data/sample');
	});

	test('is none if only a snapshot is given', () => {
		expect(folderToEdit(undefined, directory.snapshot, true)).toBe(undefined);
	});

	test('is the sample if nothing is given, and the snapshot is new or contains the sample', async () => {
		const snapshot = join(directory.folder, 'sample.sqlite');
		expect(folderToEdit(undefined, snapshot, false)).toBe('data/sample');
		await succeed('import', ['data/sample', '--snapshot', snapshot]);
		expect(folderToEdit(undefined, snapshot, false)).toBe('data/sample');
	});

	test('is none if the snapshot contains a directory of the user', () => {
		expect(folderToEdit(undefined, directory.snapshot, false)).toBe(undefined);
	});

	test('must exist, and be a folder', () => {
		const file = join(directory.folder, 'programs.csv');
		expect(() => folderToEdit(file, directory.snapshot, false)).toThrow(`Could not read ${file}: the file or folder`);
		writeFileSync(file, '');
		expect(() => folderToEdit(file, directory.snapshot, false)).toThrow(`${file} is not a folder. Give the folder`);
	});
});
