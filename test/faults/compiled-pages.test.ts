import { spawn, spawnSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, globSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
	assetsFolder,
	compiledFolder,
	compilePages,
	pagesAreCompiled,
	pagesEntry,
} from '../../src/release/compiled-pages.ts';
import { childProcesses } from '../support/child-processes.ts';
import { ownFolder } from '../support/own-server.ts';
import { copyProject } from '../support/project-copy.ts';
import { exitOf } from '../support/run-command.ts';
import { makeSnapshot } from '../support/small-directory.ts';

const OUT = ownFolder();
const MADE = join(OUT, 'pages');

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
		expect(
			readdirSync(folder, { recursive: true }).filter((file) => String(file).includes('development-view')),
		).toEqual([]);
	});

	test('removes the files of killed builds only', () => {
		expect([left, running].map((folder) => existsSync(folder!))).toEqual([false, true]);
	});

	test('does nothing if the pages are there', async () => {
		await compilePages(version, OUT);
		expect(processes).toBe(0);
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
