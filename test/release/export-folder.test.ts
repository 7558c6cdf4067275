import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { ExportFolder, type FileToExport } from '../../src/release/export-folder.ts';
import { temporaryFolder } from '../snapshot/made.ts';

let folder: string;

beforeEach(() => {
	folder = temporaryFolder();
});

const fileWith = (text: string): FileToExport => ({ hash: text, size: text.length, read: () => Buffer.from(text) });

describe('A folder for exports', () => {
	test('does not replace a file that no export wrote, and names it', () => {
		const site = join(folder, 'site');
		new ExportFolder(site).finish();
		const mine = join(site, 'robots.txt');
		writeFileSync(mine, 'mine');
		const next = new ExportFolder(site);
		expect(() => next.write('robots.txt', fileWith('new'))).toThrow(
			`${mine} was not written by an export, so it was not replaced. Move or delete it, then export again.`,
		);
		expect(readFileSync(mine, 'utf8')).toBe('mine');
		rmSync(mine);
		next.write('robots.txt', fileWith('new'));
		expect(readFileSync(mine, 'utf8')).toBe('new');
	});

	test.each(['../outside.txt', '/outside.txt', 'a/../../outside.txt', '.exported', 'a//b'])(
		'refuses a path that is not a file within it: %s',
		(path) => {
			const site = new ExportFolder(join(folder, 'site'));
			expect(() => site.write(path, fileWith('x'))).toThrow(`${path} cannot be exported`);
			expect(existsSync(join(folder, 'outside.txt'))).toBe(false);
		},
	);
});
