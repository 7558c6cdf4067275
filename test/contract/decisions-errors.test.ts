import { randomUUID } from 'node:crypto';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiFile } from '../../src/release/api-database.ts';
import { currentRelease, listReleases, removeRelease } from '../../src/release/publish.ts';
import { splitWords } from '../../src/shared/text.ts';
import type { Scope } from '../../src/state/keys/scope.ts';
import { makeSecret } from '../../src/state/keys/secret.ts';
import { currentFolder } from '../support/current-folder.ts';
import type { ServerProcess } from '../support/running-server.ts';
import { type Answer, type Api, type Ask, apiAt, jsonOf } from './api.ts';
import { CONTRACT, KEYS, SERVERS } from './contract.ts';
import { addKey, makeAccount } from './keys.ts';
import { startAstroServer, startNodeServer } from './servers.ts';
import { type ContractState, copyOfState, runSql } from './state.ts';

/** The body of an error that is not about parameters. */
function expectError(answer: Answer, status: number, code: string): string {
	const body = jsonOf(answer);
	expect(answer.status).toBe(status);
	expect(body).toEqual({ error: expect.stringMatching(/^[A-Z].*\.$/), code });
	expect(Object.keys(body)).toEqual(['error', 'code']);
	return body.error;
}

describe.each(SERVERS)('Errors, through $name', (api) => {
	const paths = splitWords(`
		/nothing /programs/no-such /programs/a/b/c/d /healthz /favicon.ico /programs.json /programs;x=1
		/%3Cscript%3E /programs/%00 /programs/%F0%9F%92%A1 /__proto__
	`);
	test.each(paths)('every error, on every path under the base address, is {error, code}: /v1%s', async (path) => {
		expectError(await api.get(path, { key: null }), 401, 'MISSING_API_KEY');
		expectError(await api.get(path), 404, 'NOT_FOUND');
	});

	test('also on a path of 4,000 characters: the message quotes only its start', async () => {
		const error = expectError(await api.get(`/programs/${'x'.repeat(4000)}`), 404, 'NOT_FOUND');
		expect(error.length).toBeLessThan(300);
	});

	test('a quote of a long path, slug or parameter never contains half a character', async () => {
		const long = `${'x'.repeat(99)}💡!`;
		const paths = [`/programs/${encodeURIComponent(long)}`, `/programs?${encodeURIComponent(long)}=1`];
		for (const path of paths) {
			const text = (await api.get(path)).body.toString();
			expect(text).toContain(`${'x'.repeat(99)}…`);
			expect(text).not.toMatch(/�|\\ud/i);
		}
	});

	test('a 400 adds details, {parameter, message}, one for each bad parameter, all at once', async () => {
		const bad = {
			page: '0',
			per_page: '101',
			sort: 'best',
			commission_type: 'monthly',
			min_commission: '-1',
			max_commission: 'x',
			min_cookie_days: '1.5',
			verified_only: 'maybe',
			q: 'x'.repeat(201),
			colour: 'red',
		};
		const answer = await api.get(`/programs?category=crowd&${new URLSearchParams(bad)}&tracking_platform=impact`);
		const body = jsonOf(answer);
		expect(Object.keys(body)).toEqual(['error', 'code', 'details']);
		expect(body.details.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual(
			Object.keys(bad).sort(),
		);
		for (const detail of body.details) expect(Object.keys(detail)).toEqual(['parameter', 'message']);
	});

	test('one entry for a parameter that is bad twice', async () => {
		const { details } = jsonOf(await api.get('/programs?page=0&page=x'));
		expect(details).toHaveLength(1);
	});
});

describe.each(SERVERS)('Errors by status and code, through $name', (api) => {
	const mistyped = KEYS.reading.slice(0, -1) + (KEYS.reading.endsWith('0') ? '1' : '0');
	const refused: [string, string, string | null][] = [
		['MISSING_API_KEY', 'absent', null],
		['MISSING_API_KEY', 'empty', ''],
		['INVALID_API_KEY', 'no key at all', 'secret'],
		['INVALID_API_KEY', 'mistyped', mistyped],
		['INVALID_API_KEY', 'cut short', KEYS.reading.slice(0, -1)],
		['REVOKED_API_KEY', 'revoked', KEYS.revoked],
		['EXPIRED_API_KEY', 'expired', KEYS.expired],
	];

	test.each(refused)('401 %s: %s, with WWW-Authenticate', async (code, _what, key) => {
		for (const path of ['/programs', '/nothing']) {
			const answer = await api.get(path, { key });
			expectError(answer, 401, code);
			expect(answer.headers.get('www-authenticate')).toMatch(/^\w+ .*X-API-Key/);
		}
	});

	test.each([
		['/programs/no-such', 'no-such'],
		['/programs/no-such/reviews', 'no-such'],
		['/categories/no-such', 'no-such'],
		['/categories/no-such/programs', 'no-such'],
		['/reviews/rev_none', 'rev_none'],
		['/organizations/no-such', 'no-such'],
		['/organizations/no-such/programs', 'no-such'],
		['/no/such/path', '/v1/no/such/path'],
	])('404 NOT_FOUND: the message names the unknown slug, ID or path: %s', async (path, name) => {
		expect(expectError(await api.get(path), 404, 'NOT_FOUND')).toContain(name);
	});

	test.each([
		['/programs/unicron', 'unicorn'],
		['/programs/Unicorn', 'unicorn'],
		['/programs/unico', 'unicorn'],
		['/programs/over_hundre', 'over-hundred'],
		['/programs/unicron/reviews', 'unicorn'],
		['/categories/lightning', 'lighting'],
		['/categories/lightning/programs', 'lighting'],
		['/organizations/lumenlabs', 'lumen-labs'],
		['/organizations/vermillion/programs', 'vermilion'],
	])('404 NOT_FOUND: the message names a similar slug: %s', async (path, slug) => {
		const { error } = jsonOf(await api.get(path));
		expect(error).toMatch(new RegExp(`^There is no \\w+ ".+"\\. Did you mean ${slug}\\?$`));
	});

	test('404 NOT_FOUND: the message names at most three similar slugs', async () => {
		const { error } = jsonOf(await api.get('/programs/crowd-00'));
		expect(error).toMatch(/ Did you mean crowd-\d{3}, crowd-\d{3}, or crowd-\d{3}\?$/);
	});

	test.each([
		'/programs/secret-drafts',
		'/programs/lumen-labs',
		'/programs/xyzzy-plugh',
		'/reviews/rev_1',
		'/programs/%F0%9F%92%A1',
		`/programs/${'unicorn'.repeat(500)}`,
	])(
		'404 NOT_FOUND: the message names no slug of a draft, of another kind, or that is not similar: %s',
		async (path) => {
			expect(expectError(await api.get(path), 404, 'NOT_FOUND')).not.toContain('Did you mean');
		},
	);

	test('410 SNAPSHOT_GONE: the message names the snapshot', async () => {
		const answer = await api.get('/programs?snapshot=0123456789ab');
		expect(expectError(answer, 410, 'SNAPSHOT_GONE')).toContain('"0123456789ab"');
	});
});

type Start = (
	out: string,
	state: ContractState,
	settings?: { readonly [name: string]: string },
) => Promise<ServerProcess>;

const startAstro: Start = (out, state, settings) => startAstroServer(CONTRACT.astroEntry, out, state, settings);
const STARTS = [
	{ name: 'the Node server', start: startNodeServer },
	{ name: 'the Astro endpoint', start: startAstro },
].slice(0, SERVERS.length);

describe.each(STARTS)('429 RATE_LIMITED and TOO_MANY_FAILED_KEYS, through $name', ({ name, start }) => {
	const { out, state } = CONTRACT;
	const settings = { RATE_LIMITS: 'free=3,invalid-keys=5', TRUST_PROXY: '1' };
	let server: ServerProcess;
	let api: Api;

	beforeAll(async () => {
		server = await start(out, state, settings);
		api = apiAt(name, server.port, KEYS.reading);
	});
	afterAll(() => server.stop('SIGKILL'));

	// The server counts per minute, and a test must not start in one minute and end in the next.
	async function untilEarlyInMinute(): Promise<void> {
		const left = 60_000 - (Date.now() % 60_000);
		if (left < 5000) await sleep(left + 100);
	}
	beforeEach(untilEarlyInMinute);

	async function askTimes(times: number, ask: Ask, path = '/categories'): Promise<Answer[]> {
		const answers = [];
		for (let i = 0; i < times; i++) answers.push(await api.get(path, ask));
		return answers;
	}
	const from = (address: string) => ({ 'X-Forwarded-For': address });

	/** Creates an account on the free plan with some keys. */
	async function keysOfNewAccount(count: number, scopes?: readonly Scope[]): Promise<string[]> {
		const email = `${randomUUID()}@site.example`;
		await makeAccount(state, email, 'free');
		const keys = await Promise.all(Array.from({ length: count }, () => addKey(state, email, scopes)));
		await untilEarlyInMinute();
		return keys;
	}

	test('an account over the limit of its plan: Retry-After, RateLimit-Policy and RateLimit show its use', async () => {
		const [key] = await keysOfNewAccount(1);
		const answers = await askTimes(4, { key: key! });
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
		for (const [i, { headers }] of answers.entries()) {
			expect(headers.get('ratelimit-policy')).toBe('"account";q=3;w=60');
			expect(headers.get('ratelimit')).toMatch(new RegExp(`^"account";r=${Math.max(0, 2 - i)};t=([1-9]|[1-5]\\d|60)$`));
		}
		const last = answers[3]!;
		expectError(last, 429, 'RATE_LIMITED');
		expect(last.headers.get('ratelimit')).toMatch(new RegExp(`;t=${last.headers.get('retry-after')}$`));
		expect(answers[0]!.headers.has('retry-after')).toBe(false);
	});

	test('all keys of an account count together, and those of another account do not', async () => {
		const keys = await keysOfNewAccount(4);
		const [other] = await keysOfNewAccount(1);
		const answers = [];
		for (const key of [...keys, other!]) answers.push(await api.get('/categories', { key }));
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 200]);
		const left = answers.map(({ headers }) => /;r=(\d)/.exec(headers.get('ratelimit')!)![1]);
		expect(left).toEqual(['2', '1', '0', '0', '2']);
	});

	test('a 304 does not count against the limit: RateLimit stays the same', async () => {
		const [key] = await keysOfNewAccount(1);
		const first = await api.get('/categories', { key: key! });
		const unchanged = { key: key!, headers: { 'If-None-Match': first.headers.get('etag')! } };
		const rest = await askTimes(5, unchanged);
		expect(first.headers.get('ratelimit')).toMatch(/;r=2;/);
		for (const { status, headers } of rest) {
			expect(status).toBe(304);
			expect(headers.get('ratelimit-policy')).toBe('"account";q=3;w=60');
			expect(headers.get('ratelimit')).toMatch(/;r=2;/);
		}
		expect((await askTimes(3, { key: key! })).map(({ status }) => status)).toEqual([200, 200, 429]);
		expect((await api.get('/categories', unchanged)).status).toBe(429);
	});

	test('a 304 to If-None-Match: * counts, because the client may not have the content', async () => {
		const [key] = await keysOfNewAccount(1);
		const any = { key: key!, headers: { 'If-None-Match': '*' } };
		const answers = await askTimes(4, any, '/organizations');
		expect(answers.map(({ status }) => status)).toEqual([304, 304, 304, 429]);
	});

	test('429 comes before 403, 404, 405 and 400', async () => {
		const [key] = await keysOfNewAccount(1, ['programs:read']);
		const answers = await askTimes(4, { key: key!, method: 'POST' }, '/categories/no-such?page=0');
		expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 429]);
	});

	test('a key of a plan without a limit can make any number of requests, without RateLimit headers', async () => {
		const answers = await askTimes(10, { key: KEYS.idle }, '/programs');
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
		for (const { headers } of answers) expect(headers.has('ratelimit')).toBe(false);
	});

	test.each([
		['malformed', 'no key', '203.0.113.11'],
		['unknown', makeSecret('svc_'), '203.0.113.12'],
		['revoked', KEYS.revoked, '203.0.113.13'],
		['expired', KEYS.expired, '203.0.113.14'],
	])(
		'an address that sent too many %s keys gets 429 for another one, but 401 without a key',
		async (_, key, address) => {
			const answers = await askTimes(6, { key, headers: from(address) });
			expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
			expectError(answers[5]!, 429, 'TOO_MANY_FAILED_KEYS');
			expect(answers[5]!.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
			expect((await api.get('/programs', { key, headers: from(`198.51.100.1, ${address}`) })).status).toBe(429);
			expect((await api.get('/programs', { key: null, headers: from(address) })).status).toBe(401);
			expect((await api.get('/programs', { key, headers: from(`${address}0`) })).status).toBe(401);
		},
	);

	test('a valid key works from an address that sent too many invalid ones', async () => {
		const headers = from('203.0.113.8');
		const answers = await askTimes(6, { key: 'no key', headers });
		expect(answers.at(-1)!.status).toBe(429);
		const [key] = await keysOfNewAccount(1);
		expect((await api.get('/programs', { key: key!, headers })).status).toBe(200);
	});

	test.each([
		['without a key', { key: null }],
		['with an empty key', { key: '' }],
		['that are preflights', { method: 'OPTIONS', key: null }],
		['that are OPTIONS with a wrong key', { method: 'OPTIONS', key: 'no key' }],
	])('requests %s are a 401 and do not count as failed keys', async (_, ask) => {
		const headers = from('203.0.113.9');
		const answers = await askTimes(20, { ...ask, headers });
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
		expect((await api.get('/programs', { key: 'no key', headers })).status).toBe(401);
	});
});

describe.each(STARTS)('Errors of the server, through $name', ({ name, start }) => {
	const [out, folder] = ['out', 'state'].map((part) => join(CONTRACT.folder, `damaged-${part} ${name}`)) as [
		string,
		string,
	];
	let state: ContractState;
	let server: ServerProcess;
	let api: Api;

	beforeAll(async () => {
		cpSync(CONTRACT.out, out, { recursive: true, verbatimSymlinks: true });
		// Otherwise, the server would go back to an earlier release.
		const current = currentRelease(out);
		for (const id of listReleases(out)) if (id !== current) removeRelease(out, id);
		state = await copyOfState(CONTRACT.state, folder);
		server = await start(out, state);
		api = apiAt(name, server.port, KEYS.reading);
		await api.json('/categories');
	});
	afterAll(() => server.stop('SIGKILL'));

	/** Expects the cause of a response in the log, with the request ID. */
	async function expectLogged({ headers }: Answer): Promise<void> {
		const id = headers.get('x-request-id');
		const logged = () => server.log().find((line) => line.request_id === id && line.level === 'error');
		await expect.poll(logged).toMatchObject({ err: { stack: expect.stringMatching(/Sqlite|relation "keys"/) } });
	}

	test('500 INTERNAL_ERROR: a safe message, the cause in the log with the request ID', async () => {
		writeFileSync(apiFile(currentFolder(out)), 'damaged '.repeat(100_000));
		const answer = await api.get('/programs/quillon');
		expect(expectError(answer, 500, 'INTERNAL_ERROR')).not.toMatch(UNSAFE);
		await expectLogged(answer);
	});

	test('500: requests that do not need the damaged part still work', async () => {
		expectError(await api.get('/programs', { key: null }), 401, 'MISSING_API_KEY');
		expect((await api.json('/programs?q=quillon')).data).toHaveLength(1);
	});

	test('503 UNAVAILABLE while keys cannot be checked: a safe message, Retry-After, the cause in the log', async () => {
		await runSql(state, 'ALTER TABLE keys RENAME TO elsewhere');
		// The server may still have a valid decision about a key used before, so this one is new to it.
		const answer = await api.get('/categories', { key: KEYS.only['categories:read'] });
		expect(expectError(answer, 503, 'UNAVAILABLE')).not.toMatch(UNSAFE);
		expect(answer.headers.get('retry-after')).toBe('60');
		await expectLogged(answer);
		await runSql(state, 'ALTER TABLE elsewhere RENAME TO keys');
		expect((await api.get('/categories')).status).toBe(200);
	});
});

const UNSAFE = /sqlite|database|table|\/|\bat \w+\.|Error:/i;
