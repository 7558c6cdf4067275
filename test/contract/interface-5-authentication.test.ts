import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Plan } from '../../src/config/plan.ts';
import type { Scope } from '../../src/state/keys/scope.ts';
import { runCommand } from '../support/run-command.ts';
import { jsonOf } from './api.ts';
import { CONTRACT, KEYS, SERVERS } from './contract.ts';
import { ENDPOINTS, READ_SCOPES } from './endpoints.ts';
import { listKeys, type MadeKey, makeAccount, makeKey } from './keys.ts';
import { storedBytes } from './state.ts';

const { state } = CONTRACT;

describe.each(SERVERS)('5 Authentication, through $name', (api) => {
	test('5.1 a request carries the X-API-Key header with a valid, active key', async () => {
		expect((await api.get('/programs', { key: KEYS.reading })).status).toBe(200);
	});

	test.each([
		['missing', null],
		['invalid', 'svc_nothing'],
		['revoked', KEYS.revoked],
	])('5.2 a %s key gets 401', async (_kind, key) => {
		for (const { path } of ENDPOINTS) expect((await api.get(path, { key })).status, path).toBe(401);
	});

	test('5.7 a scope that the key lacks gets 403 with the code INSUFFICIENT_SCOPE', async () => {
		const answer = await api.get('/categories', { key: KEYS.without['categories:read'] });
		expect(answer.status).toBe(403);
		expect(jsonOf(answer).code).toBe('INSUFFICIENT_SCOPE');
	});

	test('5 keys must not be exposed in client-side code: no answer allows another origin', async () => {
		for (const method of ['GET', 'OPTIONS']) {
			const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Headers': 'x-api-key' };
			const answer = await api.get('/programs', { method, headers });
			expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
		}
	});
});

describe('5 Keys', () => {
	const ACCOUNT = 'section-5@site.example';
	let key: MadeKey;

	beforeAll(async () => {
		await makeAccount(state, ACCOUNT, 'free');
		key = await makeKey(state, ACCOUNT);
	});

	test('5.3 a key is svc_ followed by a secret part', () => {
		expect(key.key).toMatch(/^svc_\w+$/);
	});

	test('5.3 keys are listed by a truncated prefix of the value', async () => {
		const listed = (await listKeys(state)).find(({ id }: MadeKey) => id === key.id);
		expect(key.key.startsWith(listed.prefix)).toBe(true);
		expect(listed.prefix.length).toBeGreaterThan('svc_'.length);
		expect(listed.prefix.length).toBeLessThan(key.key.length / 2);
	});

	test('5.4 the service stores only a SHA-256 hash of a key', async () => {
		const stored = await storedBytes(state);
		expect(stored.includes(createHash('sha256').update(key.key).digest('hex'))).toBe(true);
		// In addition, the first characters are for the list.
		expect(stored.includes(key.key.slice(0, 12))).toBe(true);
		expect(stored.includes(key.key.slice(0, 13))).toBe(false);
		expect(stored.includes(key.key.slice(12))).toBe(false);
	});

	test('5.6 a key has the scopes chosen at its creation', async () => {
		const made = await makeKey(state, ACCOUNT, '--scopes', 'reviews:read,categories:read');
		expect(made.scopes).toEqual(['reviews:read', 'categories:read']);
	});

	test('5 free keys include all read scopes by default', () => {
		expect([...key.scopes].sort()).toEqual([...READ_SCOPES].sort());
	});
});

describe('5 Scopes', () => {
	const PLANS = ['Free', 'Claimed', 'Pro'] as const;
	/** The lowest plan for each scope. */
	const PLAN_OF: { readonly [scope in Scope]: (typeof PLANS)[number] } = {
		'programs:read': 'Free',
		'categories:read': 'Free',
		'reviews:read': 'Free',
		'organizations:read': 'Free',
		'programs:write': 'Claimed',
		'organizations:write': 'Claimed',
		'analytics:read': 'Pro',
		'webhooks:manage': 'Pro',
	};
	const SCOPES = Object.entries(PLAN_OF);
	/** By plan: the scopes of a key with all allowed scopes, and the error for a key with all scopes. */
	const granted = new Map<string, readonly string[]>();
	const refused = new Map<string, string>();

	beforeAll(async () => {
		for (const [rank, plan] of PLANS.entries()) {
			const account = `${plan.toLowerCase()}-scopes@site.example`;
			await makeAccount(state, account, plan.toLowerCase() as Plan);
			const allowed = SCOPES.filter(([, needed]) => PLANS.indexOf(needed) <= rank).map(([scope]) => scope);
			granted.set(plan, (await makeKey(state, account, '--scopes', allowed.join())).scopes);
			const all = SCOPES.map(([scope]) => scope).join();
			const args = ['create', '--account', account, '--name', 'all', '--scopes', all, '--state', state.folder];
			refused.set(plan, (await runCommand('keys', args, { env: state.env })).stderr);
		}
	});

	test.each(SCOPES)('5 %s is granted from the %s plan on', (scope, needed) => {
		const refusal = `${scope} needs the ${needed === 'Pro' ? 'Pro' : 'Claimed or Pro'} plan`;
		for (const [rank, plan] of PLANS.entries()) {
			if (rank >= PLANS.indexOf(needed)) {
				expect(granted.get(plan)).toContain(scope);
				expect(refused.get(plan)).not.toContain(refusal);
			} else {
				expect(refused.get(plan)).toContain(refusal);
			}
		}
	});
});
