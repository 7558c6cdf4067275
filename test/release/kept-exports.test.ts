import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DATABASE } from '../../src/api/exported-file.ts';
import { openExportedFiles } from '../../src/release/exported-files.ts';
import { KeptExports } from '../../src/release/kept-exports.ts';
import { currentLink } from '../../src/release/layout.ts';
import { openRelease } from '../../src/release/release.ts';
import { copyDirectory } from '../support/small-directory.ts';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'exports-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process that takes the lock of the folder, says so, and keeps it. */
const HOLDER = `
import { KeptExports } from './src/release/kept-exports.ts';
await new KeptExports(process.argv[1]).alone(() => {
	console.log('locked');
	return new Promise((resolve) => setTimeout(resolve, 1_000_000));
});`;

test('A process waits for another one, and goes on when that is killed', async () => {
	const holder = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, folder], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	await once(holder.stdout, 'data');
	let isKilled = false;
	const waiting = new KeptExports(folder).alone(async () => isKilled);
	await new Promise((resolve) => setTimeout(resolve, 200));
	isKilled = true;
	holder.kill('SIGKILL');
	expect(await waiting).toBe(true);
});

test('Several servers that need the database at once write it once, and remove what a killed one left', async () => {
	const directory = copyDirectory('api');
	const release = await openRelease(currentLink(directory.out));
	writeFileSync(join(folder, 'unfinished.sqlite.1'), '');
	const databases = () => readdirSync(folder).filter((name) => name.includes('.sqlite'));
	const numbers = new Set<number>();
	const make = async () => {
		const failed = (error: unknown) => {
			throw error;
		};
		const file = await openExportedFiles({ folder, failed }).get(release, DATABASE, true);
		numbers.add(statSync(join(folder, databases()[0]!)).ino);
		return file.forms.identity!.sha256;
	};
	const sums = await Promise.all([make(), make(), make()]);
	release.close();
	directory.remove();
	expect(new Set(sums).size).toBe(1);
	expect(databases()).toHaveLength(1);
	expect(numbers.size).toBe(1);
	expect(existsSync(join(folder, 'unfinished.sqlite.1'))).toBe(false);
});
