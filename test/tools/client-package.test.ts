/** Installs the client's package from a running server, and uses it as programs of every kind do. */
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { PROJECT } from '../../src/shared/project.ts';
import { npx } from '../support/npx.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

const run = promisify(execFile);
const TSC = join(PROJECT, 'node_modules/typescript/bin/tsc');

const folder = mkdtempSync(join(tmpdir(), 'client-'));
let directory: SmallDirectory;
let server: ServerProcess;
let origin: string;

beforeAll(async () => {
	directory = copyDirectory('site');
	server = await startServer(directory);
	origin = `http://127.0.0.1:${server.port}`;
	writeFileSync(join(folder, 'package.json'), '{"private":true}');
	await install('/client.tgz');
});
afterAll(async () => {
	await server?.stop('SIGKILL');
	directory?.remove();
	rmSync(folder, { recursive: true, force: true });
});

/** Installs the package from an address of the site. No registry can be reached. */
function install(address: string) {
	const args = ['install', '--registry=http://127.0.0.1:9/', '--no-audit', '--no-fund', `${origin}${address}`];
	return run('npm', args, { cwd: folder });
}

const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const installed = () => JSON.parse(read('package-lock.json')).packages['node_modules/@Affiliate-Directory/client'];

describe('The package of the client', () => {
	test('is installed by npm from the address of the directory', async () => {
		expect(installed()).toMatchObject({ version: packageJson.version, resolved: `${origin}/client.tgz` });
		const { dependencies } = JSON.parse(read('package.json'));
		expect(dependencies).toEqual({ '@Affiliate-Directory/client': `${origin}/client.tgz` });
	});

	test('has the integrity that its documentation states, at the address of its version too', async () => {
		const page = await (await fetch(`${origin}/docs/client/`)).text();
		const [integrity] = /sha512-[\w+/]{86}==/.exec(page)!;
		expect(installed().integrity).toBe(integrity);
		const response = await fetch(`${origin}/packages/client-${packageJson.version}.tgz`);
		expect(response.headers.get('content-type')).toBe('application/gzip');
		expect(`sha512-${hash('sha512', await response.bytes(), 'base64')}`).toBe(integrity);
	});

	test('has no faults that publint and arethetypeswrong know', async () => {
		const packed = 'node_modules/@Affiliate-Directory/client';
		const publint = await npx(folder, { packages: ['publint@0.3.25'], command: 'publint' }, packed, '--strict');
		expect(publint, publint.stdout + publint.stderr).toMatchObject({ status: 0 });
		writeFileSync(join(folder, 'client.tgz'), await (await fetch(`${origin}/client.tgz`)).bytes());
		const attw = await npx(folder, { packages: ['@arethetypeswrong/cli@0.18.5'], command: 'attw' }, 'client.tgz');
		expect(attw, attw.stdout + attw.stderr).toMatchObject({ status: 0 });
	});
});

/** A program that works in both kinds of modules. It prints the number of programs. */
const PROGRAM = `
	import { ApiError, DirectoryClient } from '@Affiliate-Directory/client';

	const [, , baseUrl, key] = process.argv as [string, string, string, string];
	async function main(): Promise<void> {
		const client = new DirectoryClient({ baseUrl, key });
		const signal: AbortSignal = AbortSignal.timeout(60_000);
		const { meta } = await client.listPrograms({}, { signal });
		const error: unknown = await client.getProgram('no-such').catch((one) => one);
		const response: Response = (await client.exportPrograms()).response;
		const lines = (await response.text()).split('\\n');
		console.log(meta.total, lines.length - 1, error instanceof ApiError && error.code);
	}
	void main();
`;

const NODE = { types: ['node'], typeRoots: [join(PROJECT, 'node_modules/@types')] };

/** Settings of projects, and the kinds of modules that they can contain. */
const PROJECTS = {
	node16: [{ module: 'node16', lib: ['es2022'], ...NODE }, ['mts', 'cts']],
	nodenext: [{ module: 'nodenext', lib: ['es2024'], ...NODE }, ['mts', 'cts']],
	'nodenext with the DOM': [{ module: 'nodenext', lib: ['es2024', 'dom', 'dom.iterable'], ...NODE }, ['mts', 'cts']],
	'a bundler': [{ module: 'esnext', moduleResolution: 'bundler', lib: ['es2022'], ...NODE }, ['mts']],
	'the old resolution': [
		{ module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0', lib: ['es2022'], ...NODE },
		['cts'],
	],
} as const;

describe.each(Object.entries(PROJECTS))('A strict TypeScript project for %s', (name, [settings, kinds]) => {
	test('compiles with the package, checks its types, and runs', async () => {
		const own = name.replaceAll(/\W/g, '-');
		const files = kinds.map((kind) => `${own}.${kind}`);
		for (const file of files) writeFileSync(join(folder, file), PROGRAM);
		const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, target: 'es2022' };
		writeFileSync(join(folder, `${own}.json`), JSON.stringify({ compilerOptions: { ...strict, ...settings }, files }));
		const { stdout } = await run(process.execPath, [TSC, '-p', `${own}.json`], { cwd: folder }).catch((error) => error);
		expect(stdout).toBe('');
		for (const file of files) {
			const compiled = join(folder, file.replace('ts', 'js'));
			const result = await run(process.execPath, [compiled, `${origin}/v1`, directory.key]);
			expect(result.stdout).toBe('4 4 NOT_FOUND\n');
		}
	});
});
