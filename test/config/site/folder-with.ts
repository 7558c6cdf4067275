import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a folder with these files, which is removed after the test. */
export function folderWith(files: { readonly [path: string]: string | Buffer }): string {
	const folder = mkdtempSync(join(tmpdir(), 'site-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(join(folder, path, '..'), { recursive: true });
		writeFileSync(join(folder, path), content);
	}
	return folder;
}
