/** Runs the examples of the guides against a server for the sample directory. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT } from '../../../src/release/application-version.ts';
import { splitWords } from '../../../src/shared/split-words.ts';
import { freePort } from '../../bench/servers.ts';
import { startCommand } from '../../support/run-command.ts';
import { listening, type ServerProcess, withCheapScrypt } from '../../support/running-server.ts';
import { SITES } from '../sites.ts';

const { output, folder: sample } = SITES.sample;
const API_KEY = /X-API-Key: (\S+)"/.exec(output)![1]!;
const folder = mkdtempSync(join(tmpdir(), 'examples-'));
let server: ServerProcess;
let origin: string;
let missing: readonly string[] = [];

// A site that knows its own address, so that examples can follow the links of lists.
beforeAll(async () => {
	const port = await freePort();
	origin = `http://127.0.0.1:${port}`;
	const folders = ['--out', join(sample, 'out'), '--state', join(sample, 'state')];
	const args = [...folders, '--port', String(port), '--site-url', origin];
	server = await listening(startCommand('serve', args, { env: withCheapScrypt() }));
	await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', `${origin}/client.tgz`], { cwd: folder });
	const isMissing = (name: string) =>
		promisify(execFile)(name, ['--version']).then(
			() => [],
			() => [name],
		);
	missing = (await Promise.all(['curl', 'python3'].map(isMissing))).flat();
});
afterAll(async () => {
	await server?.stop('SIGKILL');
	rmSync(folder, { recursive: true });
});

/** The languages of examples: the extension of their files, and the program that runs them. */
const LANGUAGES: { readonly [language: string]: readonly [ending: string, program: string] } = {
	sh: ['sh', 'sh'],
	ts: ['mts', process.execPath],
	python: ['py', 'python3'],
};

/** The examples of a guide that call the API. */
function examplesOf(guide: string): { guide: string; language: string; code: string }[] {
	const text = readFileSync(join(PROJECT, 'src/docs', `${guide}.md`), 'utf8');
	return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)]
		.map(([, language, code]) => ({ guide, language: language!, code: code! }))
		.filter(({ language, code }) => language in LANGUAGES && /directory\.example\/(?:v1|mcp)/.test(code));
}

const GUIDES = splitWords('quick-start authentication pagination search errors caching limits sync client agents');

describe('The examples of the guides run', () => {
	test.each(GUIDES.flatMap(examplesOf))('$guide: $language $code', async ({ guide, language, code }) => {
		const [ending, program] = LANGUAGES[language]!;
		if (missing.some((name) => name === program || code.includes(`${name} `))) return;
		const file = join(folder, `example.${ending}`);
		// Smaller pages than in the guide, so that the sample has several.
		writeFileSync(file, code.replaceAll('https://directory.example', origin).replaceAll('per_page=100', 'per_page=20'));
		const env = { PATH: process.env.PATH, API_KEY };
		const { stdout, stderr } = await promisify(execFile)(program, [file], { env, cwd: folder });
		expect(stdout + (guide === 'errors' ? stderr : '')).toMatch(EXPECTED[guide]!);
	});
});

/** The output of each guide's examples. */
const EXPECTED: { readonly [guide: string]: RegExp } = {
	'quick-start': /larkpost/i,
	authentication: /"program_count":/,
	pagination: /(?:\S+\n){40}|"page":2,"per_page":10/,
	search: /"total":[1-9]/,
	errors: /INVALID_PARAMETER[\s\S]*sort It must be one of/,
	caching: /304\n$/,
	limits: /^200\n$/,
	sync: /"per_page":20|^200 0\n$|^[1-9]\d+ programs of the snapshot \w+\n$|^directory\.sqlite has [1-9]/,
	client: /larkpost|^404 NOT_FOUND There is no program|Email & marketing|^[0-9a-f]+(?: \d+)?\n$/i,
	agents: /"untrusted_data":\[\{"slug":"larkpost"/,
};

test('The example of the client copies the directory into a file, then brings it up to date', async () => {
	const args = [join(PROJECT, 'src/client/examples/mirror.mjs'), `${origin}/v1`, join(folder, 'copy.sqlite')];
	const update = async () => (await promisify(execFile)(process.execPath, args, { env: { API_KEY } })).stdout;
	const first = await update();
	expect(first).toMatch(/copy\.sqlite has [1-9]\d+ records of the snapshot \w+\.\n$/);
	expect(await update()).toBe(first);
});

test('The example of the client says which Node.js it needs, and how to call it', async () => {
	const run = async (...args: readonly string[]) => {
		const example = join(PROJECT, 'src/client/examples/mirror.mjs');
		const called = promisify(execFile)(process.execPath, [...args, example], { env: { API_KEY } });
		return called.catch(({ code, stderr }) => ({ code, stderr }));
	};
	expect(await run('--no-experimental-sqlite')).toEqual({
		code: 1,
		stderr: `This program needs Node.js 22.13 or newer, but this is ${process.version}.\n`,
	});
	expect(await run()).toEqual({ code: 1, stderr: expect.stringMatching(/^Usage: .*\n$/) });
});
