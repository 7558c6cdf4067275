import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toCsv } from '../support/csv.ts';
import { succeed } from '../support/run-command.ts';
import type { ServerProcess } from '../support/running-server.ts';
import { type Api, apiAt } from './api.ts';
import { CONTRACT, ERRORS, KEYS, NODE_API, SERVERS } from './contract.ts';
import { PROGRAMS } from './directory.ts';
import { ENDPOINTS } from './endpoints.ts';
import { startNodeServer } from './servers.ts';

describe.each(SERVERS)('Responses: ETag, through $name', (api) => {
	const tagOf = async (path: string, headers = {}) => (await api.get(path, { headers })).headers.get('etag')!;

	test.each(ENDPOINTS)('is weak, and the same for the same content: $endpoint', async ({ path }) => {
		const tag = await tagOf(path);
		expect(tag).toMatch(/^W\/"[\x21\x23-\x7e]+"$/);
		expect(await tagOf(path)).toBe(tag);
	});

	test.each(ENDPOINTS)('is the same in every encoding: $endpoint', async ({ path }) => {
		const tags = await Promise.all(['identity', 'gzip', 'br'].map((one) => tagOf(path, { 'Accept-Encoding': one })));
		expect(new Set(tags).size).toBe(1);
	});

	test('is the same if and only if the bytes are the same', async () => {
		const lists = ['/programs?page=2', '/programs?per_page=19', '/programs?sort=newest', '/programs?q=zzz'];
		const paths = [...ENDPOINTS.map(({ path }) => path), ...lists, '/programs/half', '/reviews/rev_bare'];
		const answers = await Promise.all(paths.map((path) => api.get(path)));
		const bodies = new Set(answers.map(({ body }) => body.toString()));
		expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(bodies.size);
	});

	const matching: [string, (tag: string) => string][] = [
		['the tag', (tag) => tag],
		['the tag as a strong one', (tag) => tag.replace('W/', '')],
		['a list that contains the tag', (tag) => `"other", ${tag} , W/"third"`],
		['a list without spaces', (tag) => `"other",${tag}`],
		['*', () => '*'],
	];

	test.each(matching)('If-None-Match with %s gives 304, on every endpoint', async (_form, formOf) => {
		for (const { path } of ENDPOINTS) {
			const tag = await tagOf(path);
			for (const method of ['GET', 'HEAD']) {
				const answer = await api.get(path, { method, headers: { 'If-None-Match': formOf(tag) } });
				expect(answer.status, path).toBe(304);
				expect(answer.body).toHaveLength(0);
				expect(answer.headers.get('etag')).toBe(tag);
			}
		}
	});

	test.each([
		['another tag', () => 'W/"other"'],
		['a list of other tags', () => '"other", W/"third"'],
		['a part of the tag', (tag) => `${tag.slice(0, -3)}"`],
		['the tag without quotes', (tag) => tag.replaceAll(/W\/|"/g, '')],
		['nothing', () => ''],
	] as [string, (tag: string) => string][])('If-None-Match with %s gives 200', async (_form, formOf) => {
		const headers = { 'If-None-Match': formOf(await tagOf('/programs/quillon')) };
		expect((await api.get('/programs/quillon', { headers })).status).toBe(200);
	});

	test.each(ERRORS)('304 comes after the other checks: $status $path', async ({ status, path, ask }) => {
		expect((await api.get(path, { ...ask, headers: { 'If-None-Match': '*' } })).status).toBe(status);
	});

	test('304 comes after the check of a revoked key', async () => {
		const headers = { 'If-None-Match': await tagOf('/programs') };
		expect((await api.get('/programs', { key: KEYS.revoked, headers })).status).toBe(401);
	});
});

describe('Responses: ETag and X-Snapshot from one release to the next', () => {
	const { folder, state } = CONTRACT;
	const servers: ServerProcess[] = [];
	let rebuilt: Api;
	let changed: Api;

	/** Serves the API of a snapshot from its own folder. */
	async function serveSnapshot(snapshot: string, name: string): Promise<Api> {
		const out = join(folder, `out-${name}`);
		await succeed('build', ['--snapshot', snapshot, '--out', out, '--only', 'api']);
		const server = await startNodeServer(out, state);
		servers.push(server);
		return apiAt(name, server.port, KEYS.reading);
	}

	async function changedSnapshot(): Promise<string> {
		const [copy, programs] = [join(folder, 'changed.sqlite'), join(folder, 'programs.csv')] as const;
		copyFileSync(CONTRACT.snapshot, copy);
		const { slug, name, organization, commission_type, website_url } = PROGRAMS.find(({ slug }) => slug === 'quillon')!;
		const row = { slug, name, organization, commission_type, website_url, description: 'Rosewood letterboxes' };
		writeFileSync(programs, toCsv([row]));
		await succeed('import', [programs, '--snapshot', copy]);
		return copy;
	}

	beforeAll(async () => {
		rebuilt = await serveSnapshot(CONTRACT.snapshot, 'rebuilt');
		changed = await serveSnapshot(await changedSnapshot(), 'changed');
	});
	afterAll(() => Promise.all(servers.map((server) => server.stop('SIGKILL'))));

	const header = async (api: Api, path: string, name: string) => (await api.get(path)).headers.get(name);

	test.each([...ENDPOINTS.map(({ path }) => path), '/programs?sort=newest&page=3', '/programs/quillon'])(
		'ETag is the same after a rebuild of the same data, into another folder: %s',
		async (path) => {
			expect(await header(rebuilt, path, 'etag')).toBe(await header(NODE_API, path, 'etag'));
		},
	);

	test('X-Snapshot is the same for the same data', async () => {
		expect(await header(rebuilt, '/programs', 'x-snapshot')).toBe(CONTRACT.snapshotId);
	});

	test.each(['/programs/quillon', '/programs?q=quillon', '/categories/philately/programs'])(
		'ETag changes when the content changes: %s',
		async (path) => {
			expect((await changed.get(path)).body).not.toEqual((await NODE_API.get(path)).body);
			expect(await header(changed, path, 'etag')).not.toBe(await header(NODE_API, path, 'etag'));
		},
	);

	test.each(ENDPOINTS.map(({ path }) => path).filter((path) => path !== '/programs'))(
		'ETag depends only on the content, not on the snapshot: %s',
		async (path) => {
			expect(await header(changed, path, 'etag')).toBe(await header(NODE_API, path, 'etag'));
		},
	);

	test('X-Snapshot differs for other data', async () => {
		expect(await header(changed, '/programs', 'x-snapshot')).not.toBe(CONTRACT.snapshotId);
	});
});
