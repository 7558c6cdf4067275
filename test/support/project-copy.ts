import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from '../../src/shared/project.ts';

/** The parts of the project that a server needs. */
export const PARTS = [
	'src',
	'public',
	'data',
	'scripts',
	'package.json',
	'package-lock.json',
	'astro.config.mjs',
	'tsconfig.json',
	'LICENSE',
];

/**
 * Copies the parts of the project that a server needs, and links the dependencies. Like a new clone, the copy has
 * nothing else. Returns the folder of the copy.
 */
export function copyProject(): string {
	const folder = mkdtempSync(join(tmpdir(), 'fresh-copy-'));
	for (const part of PARTS) cpSync(join(PROJECT, part), join(folder, part), { recursive: true });
	symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
	return folder;
}
