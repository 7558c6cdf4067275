/** A copy of the project with its dependencies and nothing else, like a new clone. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { copyProject } from '../support/project-copy.ts';
import { exitOf } from '../support/run-command.ts';

// Below the ports that the system gives to other tests.
const port = 20_000 + (process.pid % 10_000);
let running: ChildProcess | undefined;

const project = copyProject();
afterAll(async () => {
	await stop();
	rmSync(project, { recursive: true });
});

/** Runs `npm run NAME`, and waits until it prints its address and responds there. Returns its output. */
async function start(name: string, ...options: readonly string[]): Promise<string> {
	const args = ['scripts/launch.mjs', `scripts/${name}.ts`, '--port', String(port), ...options];
	const { PATH, HOME } = process.env;
	running = spawn(process.execPath, args, { cwd: project, env: { PATH, HOME }, stdio: ['ignore', 'pipe', 'pipe'] });
	let said = '';
	for (const stream of [running.stdout!, running.stderr!]) stream.on('data', (text) => (said += text));
	while (!said.includes(`:${port}`) || (await statusOf('/')) !== 200) {
		if (running.exitCode !== null) throw new Error(said);
		await sleep(100);
	}
	return said;
}

async function stop(): Promise<void> {
	if (running === undefined) return;
	running.kill();
	await exitOf(running);
	running = undefined;
}

/** The status of the response at a path; undefined without a response. */
async function statusOf(path: string): Promise<number | undefined> {
	return fetch(`http://127.0.0.1:${port}${path}`).then(
		({ status }) => status,
		() => undefined,
	);
}

async function statuses(): Promise<unknown[]> {
	const paths = ['/programs/larkpost/', '/programs/search/?q=mail', '/compare/', '/account/sign-in/', '/v1/programs'];
	return Promise.all(paths.map(statusOf));
}

const ALL_THERE = [200, 200, 200, 200, 401];

test('npm run dev makes the sample directory and shows every page of it', async () => {
	expect(await start('dev')).toContain('reviews:');
	expect(await statuses()).toEqual(ALL_THERE);
	await stop();
});

test('npm start rebuilds lost pages that are rendered on request', async () => {
	rmSync(join(project, 'var/out/pages'), { recursive: true });
	expect(await start('start')).toContain(
		'The code that renders pages on request is missing. Building the website again.\n',
	);
	expect(await statuses()).toEqual(ALL_THERE);
	await stop();
	expect(await start('start')).not.toContain('Building');
	await stop();
});

test('npm start rebuilds the website for another address', async () => {
	const said = await start('start', '--site-url', 'https://directory.example');
	expect(said).toMatch(/, but its address is now https:\/\/directory\.example\. Building the website again\.\n/);
	expect(said).not.toContain('Could not build');
	expect(await statuses()).toEqual(ALL_THERE);
	await stop();
	expect(await start('start', '--site-url', 'https://directory.example')).not.toContain('Building');
	await stop();
});

test('npm start says how to publish the website if a rollback has paused publishing', async () => {
	await promisify(execFile)(process.execPath, ['scripts/launch.mjs', 'scripts/rollback.ts'], { cwd: project });
	const said = await start('start', '--site-url', 'https://elsewhere.example');
	expect(said).toMatch(
		/npm run publish -- \w+\n[\s\S]*The website is built but not published, .* with the command above\.\n/,
	);
	expect(said).not.toContain('Could not build');
	await stop();
});
