import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../src/server/serve.ts';
import { createKey } from '../../src/state/keys/create.ts';
import { makeSecret } from '../../src/state/keys/secret.ts';
import { keyVerifier } from '../../src/state/keys/verify.ts';
import { openState } from '../../src/state/open-state.ts';
import { runCommand, succeed } from '../support/run-command.ts';
import { apiAt, jsonOf } from './api.ts';
import { CONTRACT, KEYS, SERVERS } from './contract.ts';
import { READ_SCOPES } from './endpoints.ts';
import { listKeys, type MadeKey, makeAccount, makeKey } from './keys.ts';
import { startNodeServer } from './servers.ts';
import { copyOfState, urlOf, writesTo } from './state.ts';

const { state, out } = CONTRACT;
const { env } = state;
const databaseUrl = urlOf(state);
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('Keys: the key', () => {
	test('is svc_ + 32 random base62 characters + a 6-character base62 CRC-32 of what precedes it', () => {
		const [, body, checksum] = /^(svc_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(KEYS.reading)!;
		const value = [...checksum!].reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0);
		expect(value).toBe(crc32(body!));
	});

	test('is random: no two keys share more characters than by chance', () => {
		const keys = [...Object.values(KEYS.only), ...Object.values(KEYS.without), KEYS.reading];
		expect(new Set(keys.map((key) => key.slice(4, 16))).size).toBe(keys.length);
		expect(new Set(keys.join('')).size).toBeGreaterThan(50);
	});

	test.each(SERVERS)('is refused with a typing mistake at any place: $name', async (api) => {
		for (let i = 0; i < KEYS.reading.length; i++) {
			const other = KEYS.reading[i] === 'x' ? 'y' : 'x';
			const key = KEYS.reading.slice(0, i) + other + KEYS.reading.slice(i + 1);
			expect(jsonOf(await api.get('/programs', { key })).code).toBe('INVALID_API_KEY');
		}
	});

	test.each(SERVERS)('is refused if it is well-formed but was never created: $name', async (api) => {
		expect(jsonOf(await api.get('/programs', { key: makeSecret('svc_') })).code).toBe('INVALID_API_KEY');
	});

	test('the prefix is configurable', async () => {
		const { accounts, keys, close } = await openState(state.folder, databaseUrl);
		const wish = { name: 'acme', scopes: READ_SCOPES, expires_at: null };
		const account = (await accounts.findByEmail('other@site.example'))!;
		const { secret } = await createKey(account, wish, 'acme_', '2025-01-01T00:00:00Z', keys.add.bind(keys));
		await close();
		const options = {
			out,
			state: state.folder,
			host: '127.0.0.1',
			port: 0,
			siteUrl: 'https://a.example',
			log: { level: 'silent' },
		};
		const place = databaseUrl === undefined ? {} : { databaseUrl };
		const server = await serve({ ...options, ...place, keyPrefix: 'acme_' });
		const api = apiAt('a server', Number(new URL(server.address).port), secret);
		const [own, foreign] = [await api.get('/programs'), await api.get('/programs', { key: KEYS.reading })];
		await server.close();
		expect(secret).toMatch(/^acme_\w+$/);
		expect(own.status).toBe(200);
		expect(jsonOf(foreign).code).toBe('INVALID_API_KEY');
	});
});

describe('Keys: plans', () => {
	const account = 'plans@site.example';
	let key: MadeKey;

	beforeAll(async () => {
		await makeAccount(state, account, 'pro');
		key = await makeKey(state, account, '--scopes', 'programs:read,programs:write,analytics:read');
	});

	const granted = async () => {
		const { keyReader, close } = await openState(state.folder, databaseUrl);
		const verdict = await keyVerifier(keyReader, 'svc_')(key.key);
		await close();
		return verdict.ok ? verdict.scopes : verdict.code;
	};

	test.each(['free', 'claimed', 'pro'])('plans of an account: %s', async (plan) => {
		const args = ['create', '--email', `on-${plan}@site.example`, '--plan', plan, '--state', state.folder];
		await succeed('accounts', args, { env });
		const accounts = JSON.parse(await succeed('accounts', ['list', '--state', state.folder, '--json'], { env }));
		expect(accounts).toContainEqual(expect.objectContaining({ email: `on-${plan}@site.example`, plan }));
	});

	test('there is no other plan', async () => {
		const args = ['create', '--email', 'gold@site.example', '--plan', 'gold', '--state', state.folder];
		expect((await runCommand('accounts', args, { env })).status).toBe(1);
	});

	test('a key grants its scopes that the plan of its account still allows', async () => {
		expect(await granted()).toEqual(['programs:read', 'programs:write', 'analytics:read']);
		for (const [plan, scopes] of [
			['free', ['programs:read']],
			['claimed', ['programs:read', 'programs:write']],
			['pro', ['programs:read', 'programs:write', 'analytics:read']],
		] as const) {
			await succeed('accounts', ['set-plan', account, plan, '--state', state.folder], { env });
			expect(await granted()).toEqual(scopes);
			for (const api of SERVERS) {
				expect((await api.get('/programs', { key: key.key })).status).toBe(200);
				expect((await api.get('/categories', { key: key.key })).status).toBe(403);
			}
		}
	});
});

describe('Keys: an end', () => {
	const account = 'ends@site.example';
	beforeAll(() => makeAccount(state, account, 'free'));

	test('a key that expires while it is used is refused from then on', async () => {
		let key = '';
		let end = new Date(0);
		let statuses: number[] = [];
		// Each key lives longer than the one before, until all servers respond before it expires.
		for (let seconds = 2; end.getTime() <= Date.now(); seconds *= 2) {
			end = new Date((Math.ceil(Date.now() / 1000) + seconds) * 1000);
			key = (await makeKey(state, account, '--expires', `${end.toISOString().slice(0, 19)}Z`)).key;
			statuses = [];
			for (const api of SERVERS) statuses.push((await api.get('/programs', { key })).status);
		}
		expect(statuses).toEqual(SERVERS.map(() => 200));
		await new Promise((resolve) => setTimeout(resolve, end.getTime() - Date.now() + 50));
		for (const api of SERVERS) {
			expect(jsonOf(await api.get('/programs', { key })).code).toBe('EXPIRED_API_KEY');
		}
	});
});

describe('Keys: last used', () => {
	test('is stored to the minute, without a write per request', async () => {
		const state = await copyOfState(CONTRACT.state, join(CONTRACT.folder, 'uses-state'));
		const account = 'uses@site.example';
		await makeAccount(state, account, 'free');
		const { id, key } = await makeKey(state, account);
		const lastUsed = async () => (await listKeys(state)).find((listed: MadeKey) => listed.id === id).last_used_at;
		const server = await startNodeServer(out, state);
		const writes = writesTo(state);
		const start = new Date();
		const versions = new Set<unknown>();
		for (let i = 0; i < 100; i++) {
			await apiAt('a server', server.port, key).json('/programs');
			versions.add(await writes.version());
		}
		const end = new Date();
		writes.close();
		// A server saves uses, limits and recent requests once a second. PostgreSQL counts the writes of all three servers.
		const seconds = (end.getTime() - start.getTime()) / 1000;
		const servers = databaseUrl === undefined ? 1 : 3;
		expect(versions.size).toBeLessThan(servers * (5 + 3 * seconds));
		await server.stop();
		expect([minuteOf(start), minuteOf(end)]).toContain(await lastUsed());
	});
});

function minuteOf(time: Date): string {
	return `${time.toISOString().slice(0, 16)}:00Z`;
}
