import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tarball } from '../../../src/client/package/pack-client.ts';

const FILES = {
	'package/empty': '',
	'package/one-block': 'x'.repeat(512),
	'package/folder/longer.txt': `${'ä\n'.repeat(400)}`,
};

test('tar unpacks all files of an archive', () => {
	const folder = mkdtempSync(join(tmpdir(), 'tarball-'));
	try {
		execFileSync('tar', ['-xz', '-C', folder], { input: tarball(FILES) });
		const unpacked = Object.keys(FILES).map((path) => [path, readFileSync(join(folder, path), 'utf8')]);
		expect(Object.fromEntries(unpacked)).toEqual(FILES);
	} finally {
		rmSync(folder, { recursive: true });
	}
});

test('Equal files make equal archives, and a changed byte another one', () => {
	expect(tarball({ ...FILES })).toEqual(tarball(FILES));
	expect(tarball({ ...FILES, 'package/empty': ' ' })).not.toEqual(tarball(FILES));
});
