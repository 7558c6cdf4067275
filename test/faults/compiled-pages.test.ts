import { spawn, spawnSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import {
	cpSync,
	existsSync,
	globSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
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

const OUT = mkdtempSync(join(tmpdir(), 'compiled-pages-'));
const MADE = join(OUT, 'pages');
afterAll(() => rmSync(OUT, { recursive: true }));

describe('pagesAreCompiled', () => {
	const version = `listed-${process.pid}`;
	const folder = compiledFolder(version, OUT);
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	test('is true if all files are unchanged since they were written', () => {
		expect(pagesAreCompiled(version, OUT)).toBe(false);
		mkdirSync(join(folder, 'chunks'), { recursive: true });
		writeFileSync(join(folder, 'entry.mjs'), 'entry');
		writeFileSync(join(folder, 'chunks/one.mjs'), 'one');
		expect(pagesAreCompiled(version, OUT)).toBe(false);
		symlinkSync(join(PROJECT, 'node_modules'), join(MADE, 'node_modules'));
		expect(pagesAreCompiled(version, OUT)).toBe(false);
		writeFileSync(join(folder, 'files.json'), JSON.stringify(listFiles(folder)));
		expect(pagesAreCompiled(version, OUT)).toBe(true);
		writeFileSync(join(folder, 'chunks/one.mjs'), 'two');
		expect(pagesAreCompiled(version, OUT)).toBe(false);
		writeFileSync(join(folder, 'chunks/one.mjs'), 'one');
		rmSync(join(folder, 'entry.mjs'));
		expect(pagesAreCompiled(version, OUT)).toBe(false);
	});
});

describe('compilePages', () => {
	const version = `compiled-${process.pid}`;
	const folder = compiledFolder(version, OUT);
	let processes = 0;
	const count = () => void processes++;
	/** The folders of two builds that compile: one was killed, the other still runs. */
	const [left, running] = [spawnSync('true').pid, process.ppid].map((pid) => join(MADE, `.building-${pid}`));
	beforeAll(async () => {
		for (const folder of [left!, running!]) mkdirSync(folder, { recursive: true });
		vi.stubEnv('NODE_ENV', 'development');
		vi.stubEnv('DEV', true);
		await compilePages(version, OUT);
		vi.unstubAllEnvs();
		subscribe('child_process', count);
	});
	afterAll(() => {
		unsubscribe('child_process', count);
		for (const made of [folder, running!]) rmSync(made, { recursive: true, force: true });
	});

	test('makes a module that renders pages, and the files for browsers', () => {
		expect(pagesAreCompiled(version, OUT)).toBe(true);
		expect(existsSync(pagesEntry(version, OUT))).toBe(true);
		expect(readdirSync(assetsFolder(version, OUT))).toEqual(expect.arrayContaining(['_astro', 'favicon.svg']));
	});

	test('leaves out the code for development, whatever the environment says', () => {
		expect(Object.keys(listFiles(folder)).filter((file) => file.includes('development-view'))).toEqual([]);
	});

	test('removes the files of killed builds only', () => {
		expect([left, running].map((folder) => existsSync(folder!))).toEqual([false, true]);
	});

	test('does nothing if all files are unchanged', async () => {
		await compilePages(version, OUT);
		expect(processes).toBe(0);
	});

	test('compiles again if a file has changed', async () => {
		const files = listFiles(folder);
		const changed = join(assetsFolder(version, OUT), 'favicon.svg');
		const content = readFileSync(changed);
		writeFileSync(changed, 'damaged');
		await compilePages(version, OUT);
		expect(processes).toBe(1);
		expect(readFileSync(changed)).toEqual(content);
		expect(Object.keys(listFiles(folder))).toEqual(Object.keys(files));
		expect(pagesAreCompiled(version, OUT)).toBe(true);
	});

	test('keeps the pages that another build has compiled in the meantime', async () => {
		const other = `other-${process.pid}`;
		const compiling = compilePages(other, OUT);
		cpSync(folder, compiledFolder(other, OUT), { recursive: true });
		writeFileSync(join(compiledFolder(other, OUT), 'mark'), '');
		const { 'files.json': _, ...files } = listFiles(compiledFolder(other, OUT));
		writeFileSync(join(compiledFolder(other, OUT), 'files.json'), JSON.stringify(files));
		await compiling;
		expect(existsSync(join(compiledFolder(other, OUT), 'mark'))).toBe(true);
		rmSync(compiledFolder(other, OUT), { recursive: true });
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
		expect(globSync('pages/*/entry.mjs', { cwd: out })).toEqual([]);
		rmSync(project, { recursive: true });
		remove();
	});
});
