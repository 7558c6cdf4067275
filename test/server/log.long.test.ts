import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../../src/shared/project.ts';
import { temporaryFolder } from '../snapshot/made.ts';
import { ownDirectory } from '../support/own-server.ts';
import { requestOnce } from '../support/raw-http.ts';
import type { CommandOptions } from '../support/run-command.ts';
import { type LogLine, startServer } from '../support/running-server.ts';

const directory = ownDirectory('api');

/** The log lines of requests, without the lines before and after. */
async function logOf(
	requests: readonly (readonly [method: string, target: string, ...headers: string[]])[],
	env: CommandOptions['env'] = {},
) {
	const server = await startServer(directory, { env });
	const responses = [];
	for (const [method, target, ...headers] of requests) {
		responses.push(await requestOnce(server.port, method, target, headers));
	}
	await server.stop();
	const lines = server.log().filter(({ path }) => path !== undefined) as (LogLine & { path: string })[];
	return { lines, log: server.log(), responses, output: server.output() };
}

describe.concurrent('The log', () => {
	test('has one line of JSON for each request, with its ID and the first characters of its key', async () => {
		const key = `X-API-Key: ${directory.key}`;
		const { lines, responses } = await logOf([
			['GET', '/v1/programs?q=secret-plan', key],
			['HEAD', '/v1/categories', key],
			['GET', '/v1/categories'],
			['POST', '/v1/categories', key],
			['GET', '/nothing?q=secret-plan'],
			['GET', '/healthz'],
		]);
		const api = { level: 'info', time: expect.stringMatching(/^20\d\d-/), ms: expect.any(Number) };
		const prefix = directory.key.slice(0, 12);
		const id = (request: number) => responses[request]!.headers.get('x-request-id');
		const bytes = (request: number) => responses[request]!.body.length;
		expect(lines).toEqual([
			{ ...api, method: 'GET', path: '/v1/programs', status: 200, bytes: bytes(0), request_id: id(0), key: prefix },
			{ ...api, method: 'HEAD', path: '/v1/categories', status: 200, bytes: 0, request_id: id(1), key: prefix },
			{ ...api, method: 'GET', path: '/v1/categories', status: 401, bytes: bytes(2), request_id: id(2) },
			{ ...api, method: 'POST', path: '/v1/categories', status: 405, bytes: bytes(3), request_id: id(3), key: prefix },
			{ ...api, method: 'GET', path: '/nothing', status: 404, bytes: bytes(4), request_id: id(4) },
			{ ...api, method: 'GET', path: '/healthz', status: 200, bytes: bytes(5), request_id: id(5) },
		]);
		expect(new Set(lines.map(({ request_id }) => request_id)).size).toBe(lines.length);
		for (const { request_id } of lines) expect(request_id).toMatch(/^[\w-]+$/);
	});

	test('never contains a key or a query, wherever a client puts them', async () => {
		const { key } = directory;
		const secret = key.slice(-17);
		const encoded = `%73vc%5F${key.slice(4, 20)}%${key.charCodeAt(20).toString(16)}${key.slice(21)}`;
		const twice = encoded.replaceAll('%', '%25');
		const { lines, output } = await logOf([
			['GET', `/v1/programs/${twice}`],
			['GET', `/v1/programs/${key}`, `X-API-Key: ${key}`],
			['GET', `/v1/programs/${key}/reviews?api_key=${key}`],
			['GET', `/v1/${encoded}`, `X-API-Key: ${key}`],
			['GET', `/${encoded}/?${key}`],
			['GET', `/v1?${key}`, `X-API-Key: x${key}`],
			['GET', `/v1/programs/%ff${key}`, `X-API-Key: ${key}`],
			['GET', `http://${key}@directory.example/v1/programs?q=secret-plan`, `Authorization: Bearer ${key}`],
			['GET', `/programs/${key}/`, `Cookie: key=${key}`, `Referer: https://directory.example/?key=${key}`],
			['GET', `/healthz?${key}`],
			['GET', `/saved/feed.atom?key=${secret}`],
		]);
		expect(lines).toHaveLength(11);
		expect(output).not.toContain(secret);
		expect(output).not.toContain('secret-plan');
		expect(output).not.toContain('?');
	});

	test.each([
		['warns once of X-Forwarded-For while no proxy is trusted', {}, 1],
		['does not warn of X-Forwarded-For if the operator says that there is no proxy', { TRUST_PROXY: '0' }, 0],
	])('%s', async (_, env, count) => {
		const forwarded = 'X-Forwarded-For: 203.0.113.7';
		const { log } = await logOf(
			[
				['GET', '/healthz', forwarded],
				['GET', '/v1/categories', forwarded],
			],
			env,
		);
		const warnings = log.filter(({ msg }) => msg?.includes('X-Forwarded-For'));
		expect(warnings).toHaveLength(count);
		for (const warning of warnings)
			expect(warning).toMatchObject({ level: 'warn', msg: expect.stringContaining('set TRUST_PROXY') });
	});

	test('has one line for each request, with any characters in its path', async () => {
		const { lines } = await logOf([['GET', '/v1/%0a{"level":"error","path":"x"}"\\']]);
		expect(lines).toHaveLength(1);
		expect(lines[0]).toMatchObject({ level: 'info', status: 401 });
	});

	test('contains addresses and user agents only if that is configured', async () => {
		const folder = temporaryFolder();
		const site = JSON.parse(readFileSync(join(PROJECT, 'data/site.json'), 'utf8'));
		writeFileSync(join(folder, 'site.json'), JSON.stringify({ ...site, log_addresses: true, log_user_agents: true }));
		cpSync(join(PROJECT, 'public'), join(folder, 'public'), { recursive: true });
		const agent = `Quote" and line ${'x'.repeat(400)}`;
		const env = { SITE_CONFIG: folder, TRUST_PROXY: '1' };
		const request = ['GET', '/healthz', `User-Agent: ${agent}`, 'X-Forwarded-For: 198.51.100.7'] as const;
		const { lines } = await logOf([request, ['GET', '/healthz']], env);
		expect(lines).toMatchObject([
			{ address: '198.51.100.7', user_agent: expect.stringMatching(/^Quote" and line x+…$/) },
			{ address: '127.0.0.1' },
		]);
		expect((lines[0]!.user_agent as string).length).toBe(301);
		expect(lines[1]).not.toHaveProperty('user_agent');
		const [plain] = (await logOf([request], { TRUST_PROXY: '1' })).lines;
		for (const field of ['address', 'user_agent']) expect(plain).not.toHaveProperty(field);
	});

	test('keeps the request IDs of trusted proxies, if they have a usual form', async () => {
		const key = `X-API-Key: ${directory.key}`;
		const requests = ['abc-123_4.5', 'x'.repeat(129), 'a"b', 'two, ids'].flatMap((id) => [
			['GET', '/healthz', `X-Request-Id: ${id}`] as const,
			['GET', '/v1/categories', key, `X-Request-Id: ${id}`] as const,
		]);
		const ids = async (trust: string) => {
			const { lines, responses } = await logOf(requests, { TRUST_PROXY: trust });
			expect(responses.map(({ headers }) => headers.get('x-request-id'))).toEqual(lines.map((line) => line.request_id));
			return lines.map((line) => line.request_id);
		};
		const made = expect.stringMatching(/^[\da-f]{8}-/);
		for (const trust of ['1', '127.0.0.1']) {
			expect(await ids(trust)).toEqual(['abc-123_4.5', 'abc-123_4.5', ...Array(6).fill(made)]);
		}
		for (const trust of ['0', '198.51.100.7']) expect(await ids(trust)).toEqual(Array(8).fill(made));
	});

	test('contains the requests that LOG_REQUESTS names, whatever the level', async () => {
		const paths = async (env: Record<string, string>) => (await logOf([['GET', '/healthz']], env)).lines.length;
		expect(await paths({ LOG_LEVEL: 'warn' })).toBe(0);
		expect(await paths({ LOG_LEVEL: 'warn', LOG_REQUESTS: 'all' })).toBe(1);
		const { lines, log } = await logOf([['GET', '/healthz']], { LOG_REQUESTS: 'errors' });
		expect([lines, log.some(({ msg }) => msg === 'serving a release')]).toEqual([[], true]);
	});
});
