import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServerProcess } from '../support/running-server.ts';
import { newcomersEnvironment, npmStart } from './npm-start.ts';
import { SITES } from './sites.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { folder, origin, output } = SITES.sample;

/** The tests run the printed line in a shell, where it needs curl. */
const withoutCurl = spawnSync('curl', ['--version']).status !== 0;

describe('npm start in an empty project', () => {
	test('imports and builds the sample directory', () => {
		expect(output).toMatch(/^programs: +60 added/m);
		expect(output).toMatch(/^website +\d+ pages/m);
	});

	test('prints the address of the directory', async () => {
		expect(lineOf(output, 'The directory')).toBe(`${origin}/`);
		expect((await fetch(lineOf(output, 'The directory'))).status).toBe(200);
	});

	test('prints no key, because the output is not a terminal', () => {
		expect(lineOf(output, 'Try it')).toContain('"X-API-Key: $API_KEY"');
	});
});

describe('npm start with a directory and an account', () => {
	let server: ServerProcess;

	beforeAll(async () => {
		server = await npmStart(folder);
	});
	afterAll(() => {
		if (server && isAlive(server.child.pid!)) process.kill(-server.child.pid!, 'SIGKILL');
	});

	test('builds nothing, and shows no key', () => {
		expect(server.output()).not.toMatch(/^(?:programs|website) /m);
		expect(lineOf(server.output(), 'Try it')).toContain('"X-API-Key: $API_KEY"');
	});

	test.skipIf(withoutCurl)(
		'prints lines that create an account and a key and call the API, one after another',
		async () => {
			const lines = ['Create account', 'Create API key', 'Try it'].map((label) => lineOf(server.output(), label));
			const { data } = JSON.parse(await paste(lines));
			expect(data.length).toBeGreaterThan(0);
		},
	);

	test('ends on SIGTERM, with all processes that it started', async () => {
		const group = server.child.pid!;
		expect(isAlive(group)).toBe(true);
		await server.stop('SIGTERM');
		await expect.poll(() => isAlive(group)).toBe(false);
		await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow();
	});
});

/** The printed text after a label. */
function lineOf(printed: string, label: string): string {
	const found = new RegExp(`^${label} {2,}(.+)$`, 'm').exec(printed);
	expect(found, `${label} in:\n${printed}`).not.toBeNull();
	return found![1]!;
}

/** Runs lines in a shell, and returns the last line of the output. */
async function paste(lines: readonly string[]): Promise<string> {
	const options = { cwd: ROOT, env: newcomersEnvironment(folder) };
	const { stdout } = await promisify(execFile)('sh', ['-e', '-c', lines.join('\n')], options);
	return stdout.trimEnd().split('\n').at(-1)!;
}

/** Whether any process of a group exists. */
function isAlive(group: number): boolean {
	try {
		return process.kill(-group, 0);
	} catch {
		return false;
	}
}
