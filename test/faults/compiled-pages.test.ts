import { spawn, spawnSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
	assetsFolder,
	compiledFolder,
	compilePages,
	listFiles,
	pagesAreCompiled,
	pagesEntry,
} from '../../src/release/compiled-pages.ts';
import { PROJECT } from '../../src/shared/project.ts';
import { childProcesses } from '../support/child-processes.ts';
import { copyProject } from '../support/project-copy.ts';
import { exitOf } from '../support/run-command.ts';
import { makeSnapshot } from '../support/small-directory.ts';

const DIST = join(PROJECT, 'dist');

describe('pagesAreCompiled', () => {
	const version = `listed-${process.pid}`;
	const folder = compiledFolder(version);
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	test('is true if all files are unchanged since they were written', () => {
		expect(pagesAreCompiled(version)).toBe(false);
		mkdirSync(join(folder, 'chunks'), { recursive: true });
		writeFileSync(join(folder, 'entry.mjs'), 'entry');
		writeFileSync(join(folder, 'chunks/one.mjs'), 'one');
		expect(pagesAreCompiled(version)).toBe(false);
		writeFileSync(join(folder, 'files.json'), JSON.stringify(listFiles(folder)));
		expect(pagesAreCompiled(version)).toBe(true);
		writeFileSync(join(folder, 'chunks/one.mjs'), 'two');
		expect(pagesAreCompiled(version)).toBe(false);
		writeFileSync(join(folder, 'chunks/one.mjs'), 'one');
		rmSync(join(folder, 'entry.mjs'));
		expect(pagesAreCompiled(version)).toBe(false);
	});
});

describe('compilePages', () => {
	const version = `compiled-${process.pid}`;
	const folder = compiledFolder(version);
	let processes = 0;
	const count = () => void processes++;
	/** The folders of two builds that compile: one was killed, the other still runs. */
	const [left, running] = [spawnSync('true').pid, process.ppid].map((pid) => join(DIST, `.building-${pid}`));
	beforeAll(async () => {
		for (const folder of [left!, running!]) mkdirSync(folder, { recursive: true });
		vi.stubEnv('NODE_ENV', 'development');
		vi.stubEnv('DEV', true);
		await compilePages(version);
		vi.unstubAllEnvs();
		subscribe('child_process', count);
	});
	afterAll(() => {
		unsubscribe('child_process', count);
		for (const made of [folder, running!]) rmSync(made, { recursive: true, force: true });
	});

	test('makes a module that renders pages, and the files for browsers', () => {
		expect(pagesAreCompiled(version)).toBe(true);
		expect(existsSync(pagesEntry(version))).toBe(true);
		expect(readdirSync(assetsFolder(version))).toEqual(expect.arrayContaining(['_astro', 'favicon.svg']));
	});

	test('leaves out the code for development, whatever the environment says', () => {
		expect(Object.keys(listFiles(folder)).filter((file) => file.includes('development-view'))).toEqual([]);
	});

	test('removes the files of killed builds only', () => {
		expect([left, running].map((folder) => existsSync(folder!))).toEqual([false, true]);
	});

	test('does nothing if all files are unchanged', async () => {
		await compilePages(version);
		expect(processes).toBe(0);
	});

	test('compiles again if a file has changed', async () => {
		const files = listFiles(folder);
		const changed = join(assetsFolder(version), 'favicon.svg');
		const content = readFileSync(changed);
		writeFileSync(changed, 'damaged');
		await compilePages(version);
		expect(processes).toBe(1);
		expect(readFileSync(changed)).toEqual(content);
		expect(Object.keys(listFiles(folder))).toEqual(Object.keys(files));
		expect(pagesAreCompiled(version)).toBe(true);
	});

	test('keeps the pages that another build has compiled in the meantime', async () => {
		const other = `other-${process.pid}`;
		const compiling = compilePages(other);
		cpSync(folder, compiledFolder(other), { recursive: true });
		writeFileSync(join(compiledFolder(other), 'mark'), '');
		const { 'files.json': _, ...files } = listFiles(compiledFolder(other));
		writeFileSync(join(compiledFolder(other), 'files.json'), JSON.stringify(files));
		await compiling;
		expect(existsSync(join(compiledFolder(other), 'mark'))).toBe(true);
		rmSync(compiledFolder(other), { recursive: true });
	});
});

describe('A build', () => {
	test('names the signal and the likely cause if the process that compiles pages is killed, and changes nothing', async () => {
		const { folder, snapshot, remove } = makeSnapshot({ programs: 1, reviews: 1 });
		const out = join(folder, 'out');
		// In a folder without compiled pages.
		const project = copyProject();
		const args = ['scripts/build.ts', '--snapshot', snapshot, '--out', out];
		const building = spawn(process.execPath, args, { cwd: project, stdio: ['ignore', 'ignore', 'pipe'] });
		const said = text(building.stderr!);
		const children = () => childProcesses(building.pid!);
		await expect.poll(children).toHaveLength(1);
		process.kill(children()[0]!, 'SIGKILL');
		expect(await exitOf(building)).toBe(1);
		expect(await said).toMatch(
			/^The process that compiles the pages was killed \(SIGKILL\), most likely because the machine ran out of memory \(.*\n$/,
		);
		expect(readdirSync(join(out, 'releases'))).toEqual([]);
		expect(globSync('dist/*/entry.mjs', { cwd: project })).toEqual([]);
		rmSync(project, { recursive: true });
		remove();
	});
});
