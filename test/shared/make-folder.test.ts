import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../../src/shared/make-folder.ts';

const place = mkdtempSync(join(tmpdir(), 'make-folder-'));
afterAll(() => rmSync(place, { recursive: true }));

describe('makeFolder', () => {
	test('makes a folder and its parents, with the given mode', () => {
		makeFolder(join(place, 'a/b/c'), 0o700);
		for (const folder of ['a', 'a/b', 'a/b/c']) expect(statSync(join(place, folder)).mode & 0o777).toBe(0o700);
	});

	test('keeps an existing folder unchanged', () => {
		makeFolder(join(place, 'kept'), 0o755);
		makeFolder(join(place, 'kept'), 0o700);
		expect(statSync(join(place, 'kept')).mode & 0o777).toBe(0o755);
	});

	test('throws if the path is a file or a broken link', () => {
		writeFileSync(join(place, 'file'), '');
		symlinkSync('nothing', join(place, 'link'));
		expect(() => makeFolder(join(place, 'file'))).toThrow('EEXIST');
		expect(() => makeFolder(join(place, 'file/below'))).toThrow('ENOTDIR');
		expect(() => makeFolder(join(place, 'link/below'))).toThrow('EEXIST');
	});

	test.runIf(existsSync('/proc/self'))('throws if the file system cannot make folders', () => {
		expect(() => makeFolder('/proc/a/b')).toThrow('ENOENT');
	});
});
