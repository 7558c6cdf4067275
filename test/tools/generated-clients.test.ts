/**
 * Generates clients from the OpenAPI document, compiles them in strict mode, and calls a running server with them. npx
 * downloads the generators.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { openApiDocument } from '../../src/api/openapi/document.ts';
import { PROJECT } from '../../src/shared/project.ts';
import { npx, type Tool } from '../support/npx.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

interface Generator {
	readonly tool: Tool;
	/** Its arguments, in a folder with the file openapi.json. */
	readonly args: readonly string[];
	/** Its settings, by the name of the file. */
	readonly files?: { readonly [name: string]: string };
	/** The package that its output needs. */
	readonly needs?: string;
	/** The code of `use.ts`: calls the client, and exports the results. */
	readonly use: (origin: string, key: string) => string;
}

/** The exports of `use.ts`. */
interface Results {
	/** The slugs of the first two programs. */
	readonly slugs: readonly string[];
	readonly total: number;
	/** The name of the first program's organization. */
	readonly brand: string;
	/** The number of programs that the server finds by these slugs, with the fields that the client asks for. */
	readonly found: number;
	/** The code of the error for an unknown program. */
	readonly code: string;
}

const TYPESCRIPT = packageJson.devDependencies.typescript;

const GENERATORS: { readonly [name: string]: Generator } = {
	'openapi-typescript': {
		tool: { packages: ['openapi-typescript@7.13.0'], command: 'openapi-typescript' },
		args: ['openapi.json', '--output', 'schema.d.ts'],
		needs: 'openapi-fetch@0.17.0',
		use: (origin, key) => `
			import createClient from 'openapi-fetch';
			import type { paths } from './schema';

			const client = createClient<paths>({ baseUrl: '${origin}/v1', headers: { 'X-API-Key': '${key}' } });
			const list = await client.GET('/programs', { params: { query: { per_page: 2, sort: 'newest' } } });
			if (list.data === undefined) throw new Error(list.error.code);
			export const slugs: string[] = list.data.data.map((program) => program.slug);
			export const total: number = list.data.meta.total;
			const one = await client.GET('/programs/{slug}', { params: { path: { slug: slugs[0]! } } });
			export const brand: string | undefined = one.data?.data.organization.name;
			const rate: number | null | undefined = one.data?.data.commission_rate;
			const some = await client.GET('/programs', {
				params: { query: { slugs, fields: ['offers', 'countries'], deep_links: false } },
			});
			export const found = some.data?.data.filter(({ offers }) => offers !== undefined).length;
			const none = await client.GET('/programs/{slug}', { params: { path: { slug: 'no-such' } } });
			export const code = none.error?.code;
			void rate;
		`,
	},
	'@hey-api/openapi-ts': {
		// It works with TypeScript up to version 6, but npx would choose the newest.
		tool: { packages: ['@hey-api/openapi-ts@0.99.0', `typescript@${TYPESCRIPT}`], command: 'openapi-ts' },
		args: ['--input', 'openapi.json', '--output', 'client', '--no-log-file'],
		use: (origin, key) => `
			import { getProgram, listPrograms } from './client';
			import { client } from './client/client.gen';

			client.setConfig({ baseUrl: '${origin}/v1', auth: '${key}' });
			const list = await listPrograms({ query: { per_page: 2, sort: 'newest' }, throwOnError: true });
			export const slugs: string[] = list.data.data.map((program) => program.slug);
			export const total: number = list.data.meta.total;
			const one = await getProgram({ path: { slug: slugs[0]! }, throwOnError: true });
			export const brand: string = one.data.data.organization.name;
			const rate: number | null = one.data.data.commission_rate;
			const some = await listPrograms({ query: { slugs, fields: ['offers', 'countries'], deep_links: false }, throwOnError: true });
			export const found = some.data.data.filter(({ offers }) => offers !== undefined).length;
			const none = await getProgram({ path: { slug: 'no-such' } });
			export const code = none.error?.code;
			void rate;
		`,
	},
	orval: {
		tool: { packages: ['orval@8.38.0'], command: 'orval' },
		args: ['--config', 'orval.config.mjs'],
		files: {
			'orval.config.mjs': `export default {
				api: { input: 'openapi.json', output: { target: 'client.ts', client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } } },
			};`,
		},
		use: (_origin, key) => `
			import { getProgram, listPrograms } from './client';

			const options = { headers: { 'X-API-Key': '${key}' } };
			const list = await listPrograms({ per_page: 2, sort: 'newest' }, options);
			if (list.status !== 200) throw new Error(String(list.status));
			export const slugs: string[] = list.data.data.map((program) => program.slug);
			export const total: number = list.data.meta.total;
			const one = await getProgram(slugs[0]!, options);
			if (one.status !== 200) throw new Error(String(one.status));
			export const brand: string = one.data.data.organization.name;
			const rate: number | null = one.data.data.commission_rate;
			const some = await listPrograms({ slugs, fields: ['offers', 'countries'], deep_links: false }, options);
			if (some.status !== 200) throw new Error(String(some.status));
			export const found = some.data.data.filter(({ offers }) => offers !== undefined).length;
			const none = await getProgram('no-such', options);
			export const code = none.status === 404 ? none.data.code : undefined;
			void rate;
		`,
	},
};

const TSCONFIG = {
	compilerOptions: {
		strict: true,
		noEmit: true,
		target: 'es2024',
		lib: ['es2024', 'dom', 'dom.iterable'],
		module: 'esnext',
		moduleResolution: 'bundler',
		types: [],
	},
	files: ['use.ts'],
};

const folder = mkdtempSync(join(tmpdir(), 'clients-'));
let directory: SmallDirectory;
let server: ServerProcess;
let origin: string;

beforeAll(async () => {
	directory = copyDirectory('api');
	server = await startServer(directory);
	origin = `http://127.0.0.1:${server.port}`;
});
afterAll(async () => {
	await server?.stop();
	directory?.remove();
	rmSync(folder, { recursive: true, force: true });
});

describe.each(Object.entries(GENERATORS))('The client of %s', (name, { tool, args, files = {}, needs, use }) => {
	const own = join(folder, name.replaceAll(/\W/g, '-'));
	const write = (file: string, content: string) => writeFileSync(join(own, file), content);

	beforeAll(async () => {
		mkdirSync(own);
		write('package.json', JSON.stringify({ private: true, type: 'module' }));
		const site = {
			url: origin,
			name: 'Directory',
			contact: 'editors@directory.example',
			documentation: `${origin}/docs/`,
		};
		write('openapi.json', JSON.stringify(openApiDocument(site)));
		for (const [file, content] of Object.entries(files)) write(file, content);
		const { status, stdout, stderr } = await npx(own, tool, ...args);
		expect(status, stdout + stderr).toBe(0);
		if (needs !== undefined) await promisify(execFile)('npm', ['install', '--no-save', needs], { cwd: own });
		write('use.ts', use(origin, directory.key));
		write('tsconfig.json', JSON.stringify(TSCONFIG));
	});

	test('compiles in strict mode', async () => {
		const tsc = join(PROJECT, 'node_modules/typescript/bin/tsc');
		const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', own]).catch((error) => error);
		expect(stdout).toBe('');
	});

	test('calls the server', async () => {
		const { slugs, total, brand, found, code }: Results = await import(join(own, 'use.ts'));
		expect(slugs).toHaveLength(2);
		expect(total).toBeGreaterThan(slugs.length);
		expect(brand).toMatch(/\w/);
		expect(found).toBe(2);
		expect(code).toBe('NOT_FOUND');
	});
});
