import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT } from '../../src/pack/client-types.ts';
import { codeSize, packClient } from '../../src/pack/pack-client.ts';
import { PROJECT } from '../../src/release/application-version.ts';

const folder = mkdtempSync(join(tmpdir(), 'client-'));
const packed = join(folder, 'node_modules/affiliate-directory-client');

beforeAll(() => {
	mkdirSync(packed, { recursive: true });
	packClient(packed);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Code that uses the package. The second half has one error in each line. */
const USE = `
	import { ApiError, DirectoryClient, type Program } from 'affiliate-directory-client';
	const client = new DirectoryClient({ baseUrl: 'https://directory.example/v1', key: 'svc_key' });
	const program: Program = await client.getProgram('acme');
	export const rate: number | null = program.commission_rate;
	export const brands: string[] = (await client.listPrograms({ sort: 'newest' })).data.map((one) => one.brand_name);
	for await (const review of client.listReviews()) review.author.username satisfies string;
	for await (const { fields = {} } of client.sync('9f2c41d07b6e')) fields.name satisfies [unknown, unknown] | undefined;
	for await (const { organization } of await client.exportPrograms()) organization.slug satisfies string;
	export const isGone = (error: unknown) => error instanceof ApiError && error.code === 'SNAPSHOT_GONE';

	client.listPrograms({ sort: 'best' });
	client.listPrograms({ limit: 10 });
	export const count: string = program.review_count;
	export const isBad = (error: ApiError) => error.code === 'BAD';
	client.listChanges();
`;

describe('The package of the client', () => {
	test('has less than 4 kB of compressed JavaScript and no dependencies', () => {
		expect(codeSize(packed)).toBeLessThan(4000);
		const { version, dependencies, engines } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8'));
		expect({ version, dependencies, engines }).toEqual({ version: DOCUMENT.info.version, engines: { node: '>=18' } });
		const imports = globSync('*.{js,d.ts}', { cwd: packed }).flatMap((file) => {
			const code = readFileSync(join(packed, file), 'utf8');
			return [...code.matchAll(/^(?:im|ex)port.* from ['"]([^'"]+)/gm)].map(([, name]) => name);
		});
		expect(imports.filter((name) => !/^\.\/[\w-]+\.js$/.test(name!))).toEqual([]);
	});

	test('has its types, licence, README and example', () => {
		const files = globSync('**/*.*', { cwd: packed }).filter((file) => !/\.(?:js|d\.ts)$/.test(file));
		expect(files.sort()).toEqual(['README.md', 'examples/mirror.ts', 'package.json']);
		expect(globSync('{LICENSE,index.d.ts,index.js}', { cwd: packed })).toHaveLength(3);
		expect(readFileSync(join(packed, 'examples/mirror.ts'), 'utf8')).toContain("from 'affiliate-directory-client'");
	});

	test('compiles in strict mode without other types, and refuses wrong parameters', async () => {
		writeFileSync(join(folder, 'use.ts'), USE);
		const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'es2022', types: [] };
		writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
		writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
		const tsc = join(PROJECT, 'node_modules/typescript/bin/tsc');
		const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch((error) => error);
		const lines = [...stdout.matchAll(/use\.ts\((\d+),/g)].map(([, line]) => Number(line));
		const first = USE.split('\n').findIndex((line) => line.includes('best')) + 1;
		expect(lines, stdout).toEqual([0, 1, 2, 3, 4].map((index) => first + index));
		expect(stdout.match(/error TS/g)).toHaveLength(5);
	});

	test('has a method for every operation of the OpenAPI document, and sync', async () => {
		const { DirectoryClient } = await import(join(packed, 'index.js'));
		const methods = Object.getOwnPropertyNames(DirectoryClient.prototype);
		const operations = Object.values(DOCUMENT.paths).map(({ get }) => get.operationId);
		expect(methods.sort()).toEqual(['constructor', 'sync', ...operations].sort());
	});
});
