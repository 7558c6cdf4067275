import { execFile, execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { ALL_ENDPOINTS } from '../../../src/api/endpoints.ts';
import { CLIENT, packClient, source } from '../../../src/client/package/pack-client.ts';
import { PROJECT } from '../../../src/shared/project.ts';

const folder = mkdtempSync(join(tmpdir(), 'client-'));
const packed = join(folder, 'node_modules/@Affiliate-Directory/client');
const read = (file: string) => readFileSync(join(packed, file), 'utf8');
const load = createRequire(join(folder, 'use.cjs'));

beforeAll(async () => {
	mkdirSync(packed, { recursive: true });
	execFileSync('tar', ['-xz', '--strip-components=1', '-C', packed], { input: await packClient() });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs TypeScript in the folder. Returns what it says. */
async function compile(settings: object): Promise<string> {
	writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
	const tsc = join(PROJECT, 'node_modules/typescript/bin/tsc');
	const running = promisify(execFile)(process.execPath, [tsc], { cwd: folder });
	return (await running.catch((error) => error)).stdout;
}

/** Code that uses the package. The second half has one error in each line. */
const USE = `
	import { ApiError, type Change, DirectoryClient, type Program } from '@Affiliate-Directory/client';
	const client = new DirectoryClient({
		baseUrl: 'https://directory.example/v1',
		key: 'svc_key',
		onDeprecation: ({ url, sunsetAt }) => [url satisfies string, sunsetAt satisfies Date | undefined],
	});
	export async function use() {
		const program: Program = await client.getProgram('acme');
		const rate: number | null = program.commission_rate;
		const brands: string[] = (await client.listPrograms({ sort: 'newest' })).data.map((one) => one.brand_name);
		for await (const review of client.listReviews()) review.author.username satisfies string;
		for await (const { organization } of await client.exportPrograms()) organization.slug satisfies string;
		const total = client.listPrograms().then(({ meta }) => meta.total).catch(() => 0).finally(() => {});
		const pages: Promise<{ snapshot: string }> = client.listNetworks();
		const { status, headers } = await client.exportDatabase();
		for await (const change of client.sync('9f2c41d07b6e')) rateOf(change);
		return [rate, brands, await total, await pages, status satisfies number, headers.get('ETag') satisfies string | null];
	}
	function rateOf(change: Change): number | null | undefined {
		if (change.kind === 'review') change.fields?.author?.[1]?.username satisfies string | undefined;
		return change.kind === 'program' ? change.fields?.commission_rate?.[1] : undefined;
	}
	export const isGone = (error: unknown) => error instanceof ApiError && error.code === 'SNAPSHOT_GONE';

	client.listPrograms({ sort: 'best' });
	client.listPrograms({ limit: 10 });
	export const count = (program: Program): string => program.review_count;
	export const isBad = (error: ApiError) => error.code === 'BAD';
	client.listChanges();
	export const rateOfReview = (change: Change) => change.kind === 'review' && change.fields?.commission_rate;
`;

test('The code of the client needs nothing from Node.js', async () => {
	const lib = ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'];
	const modules = { module: 'esnext', moduleResolution: 'bundler', allowImportingTsExtensions: true };
	const compilerOptions = { strict: true, noEmit: true, ...modules, lib, types: [] };
	const sources = join(folder, 'sources');
	mkdirSync(sources);
	for (const file of globSync('*.ts', { cwd: CLIENT })) writeFileSync(join(sources, file), source(file));
	expect(await compile({ compilerOptions, files: [join(sources, 'index.ts')] })).toBe('');
});

test('The TypeScript examples of the documentation compile in strict mode, with the types of Node.js', async () => {
	const pages = globSync('src/{docs/*,client/README}.md', { cwd: PROJECT });
	const files = pages.flatMap((page) => {
		const examples = readFileSync(join(PROJECT, page), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm);
		return [...examples].map(([, code], index) => {
			const file = `${basename(page, '.md')}-${index + 1}.mts`;
			writeFileSync(join(folder, file), code!);
			return file;
		});
	});
	expect(files.length).toBeGreaterThan(15);
	const node = { module: 'nodenext', types: ['node'], typeRoots: [join(PROJECT, 'node_modules/@types')] };
	expect(await compile({ compilerOptions: { strict: true, noEmit: true, lib: ['es2024'], ...node }, files })).toBe('');
});

describe('The package of the client', () => {
	test('has a name that no one can register, and the version of the software', () => {
		const { name, version, private: isPrivate, dependencies } = JSON.parse(read('package.json'));
		// npm refuses new names with capital letters.
		expect(name).not.toBe(name.toLowerCase());
		expect({ version, isPrivate, dependencies }).toEqual({ version: packageJson.version, isPrivate: true });
	});

	test('has less than 5 kB of compressed JavaScript, which loads nothing else', () => {
		expect(gzipSync(read('index.cjs')).length).toBeLessThan(5000);
		expect(read('index.cjs')).not.toMatch(/\brequire\(|\bimport\b/);
		expect(read('index.mjs')).toBe("export { ApiError, DirectoryClient, verifyWebhook } from './index.cjs';\n");
	});

	test('has the types of its exports, its license, README and example, and nothing else', () => {
		const files = globSync('**/*', { cwd: packed, withFileTypes: true }).filter((entry) => entry.isFile());
		const names = files.map(({ name }) => name).sort();
		expect(names.filter((name) => !/\.d\.[cm]ts$/.test(name))).toEqual([
			'LICENSE',
			'README.md',
			'index.cjs',
			'index.mjs',
			'mirror.mjs',
			'package.json',
		]);
		expect(names).toEqual(expect.arrayContaining(['index.d.cts', 'index.d.mts', 'client.d.cts', 'api.d.cts']));
		expect(names).not.toContain('transport.d.cts');
		expect(read('examples/mirror.mjs')).toContain("from '@Affiliate-Directory/client'");
	});

	test('has a method for every operation of the OpenAPI document, and sync', () => {
		const methods = Object.getOwnPropertyNames(load('@Affiliate-Directory/client').DirectoryClient.prototype);
		const operations = ALL_ENDPOINTS.map(({ operation }) => operation);
		expect(methods.sort()).toEqual(['constructor', 'sync', ...operations].sort());
	});

	test('is the same package for import and require, so that instanceof works with both', async () => {
		writeFileSync(join(folder, 'use.mjs'), "export * from '@Affiliate-Directory/client';");
		const imported = await import(join(folder, 'use.mjs'));
		expect({ ...imported }).toEqual({ ...load('@Affiliate-Directory/client') });
		expect(Object.keys(imported)).toEqual(['ApiError', 'DirectoryClient', 'verifyWebhook']);
	});

	test('compiles in ES modules and CommonJS without any other types, and refuses wrong parameters', async () => {
		const compilerOptions = { strict: true, noEmit: true, module: 'node16', lib: ['es2022'], types: [] };
		for (const file of ['use.mts', 'use.cts']) writeFileSync(join(folder, file), USE);
		const files = ['use.mts', 'use.cts'];
		const stdout = await compile({ compilerOptions, files });
		const wrong = [...stdout.matchAll(/^(\S+)\((\d+),/gm)].map(([, file, line]) => `${file} ${line}`);
		const first = USE.split('\n').findIndex((line) => line.includes('best')) + 1;
		const expected = files.flatMap((file) => [0, 1, 2, 3, 4, 5].map((index) => `${file} ${first + index}`));
		expect(wrong.sort(), stdout).toEqual(expected.sort());
	});
});
