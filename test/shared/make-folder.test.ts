import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../../src/shared/make-folder.ts';

const place = mkdtempSync(join(tmpdir(), 'make-folder-'));
afterAll(() => rmSync(place, { recursive: true }));

describe('makeFolder', () => {
	test('makes a folder and those above it, with the mode that is asked for', () => {
		makeFolder(join(place, 'a/b/c'), 0o700);
		for (const folder of ['a', 'a/b', 'a/b/c']) expect(statSync(join(place, folder)).mode & 0o777).toBe(0o700);
	});

	test('leaves a folder that is there as it is', () => {
		makeFolder(join(place, 'kept'), 0o755);
		makeFolder(join(place, 'kept'), 0o700);
		expect(statSync(join(place, 'kept')).mode & 0o777).toBe(0o755);
	});

	test('throws where a file is, or a link to nothing', () => {
		writeFileSync(join(place, 'file'), '');
		symlinkSync('nothing', join(place, 'link'));
		expect(() => makeFolder(join(place, 'file'))).toThrow('EEXIST');
		expect(() => makeFolder(join(place, 'file/below'))).toThrow('ENOTDIR');
		expect(() => makeFolder(join(place, 'link/below'))).toThrow('EEXIST');
	});

	test.runIf(existsSync('/proc/self'))('throws where the file system makes no folders', () => {
		expect(() => makeFolder('/proc/a/b')).toThrow('ENOENT');
	});
});
