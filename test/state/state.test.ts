import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../src/accounts/account.ts';
import { createKey } from '../../src/keys/create.ts';
import { READ_SCOPES, type Scope } from '../../src/keys/scope.ts';
import { verifyKey } from '../../src/keys/verify.ts';
import { openState, type State } from '../../src/state/state.ts';
import { UserError } from '../../src/user-error.ts';

const NOW = '2026-05-01T12:00:00Z';
const ADA: Account = { id: 'acc_1', email: 'ada@site.example', plan: 'free', created_at: NOW };

let folder: string;
let state: State;
/** The same state, opened as another process would. */
let other: State;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'state-'));
	state = openState(folder);
	other = openState(folder);
	state.accounts.add(ADA);
});

afterEach(() => {
	state.close();
	other.close();
	rmSync(folder, { recursive: true });
});

function makeKey({ scopes = READ_SCOPES, expires_at = null as string | null, account = ADA, now = NOW } = {}) {
	return createKey(account, { name: 'test', scopes, expires_at }, 'svc_', now, state.keys.add.bind(state.keys));
}

const verdictOf = (secret: string, at = NOW) => verifyKey(secret, state.keyReader, 'svc_', () => new Date(at));

describe('a key', () => {
	test('opens the door until it is revoked, in whichever process', () => {
		const { key, secret } = makeKey();
		expect(verdictOf(secret)).toMatchObject({ ok: true, scopes: READ_SCOPES });
		expect(other.keys.revoke(key.id, NOW)).toBe(true);
		expect(verdictOf(secret)).toEqual({ ok: false, code: 'REVOKED_API_KEY' });
		expect(state.keys.revoke(key.id, NOW)).toBe(false);
	});

	test('is refused as soon as this process revokes it, though it was just held in memory', () => {
		const { key, secret } = makeKey();
		verdictOf(secret);
		state.keys.revoke(key.id, NOW);
		expect(verdictOf(secret)).toEqual({ ok: false, code: 'REVOKED_API_KEY' });
	});

	test('ends at the second it expires', () => {
		const { secret } = makeKey({ expires_at: '2026-05-02T00:00:00Z' });
		expect(verdictOf(secret, '2026-05-01T23:59:59Z')).toMatchObject({ ok: true });
		expect(verdictOf(secret, '2026-05-02T00:00:00Z')).toEqual({ ok: false, code: 'EXPIRED_API_KEY' });
	});

	test('grants what its account still may, from the next request on', () => {
		const pro: Account = { ...ADA, plan: 'pro' };
		state.accounts.setPlan(ADA.email, 'pro');
		const scopes: Scope[] = ['programs:read', 'programs:write', 'analytics:read'];
		const { secret } = makeKey({ account: pro, scopes });
		expect(verdictOf(secret)).toMatchObject({ scopes });
		other.accounts.setPlan(ADA.email, 'claimed');
		expect(verdictOf(secret)).toMatchObject({ scopes: ['programs:read', 'programs:write'] });
		other.accounts.setPlan(ADA.email, 'free');
		expect(verdictOf(secret)).toMatchObject({ scopes: ['programs:read'] });
		other.accounts.setPlan(ADA.email, 'pro');
		expect(verdictOf(secret)).toMatchObject({ scopes });
	});

	test('is not made with a scope above the plan', () => {
		expect(() => makeKey({ scopes: ['programs:write'] })).toThrow(
			new UserError(
				'programs:write needs the Claimed or Pro plan, and ada@site.example is on free. Leave it out, or change the plan first.',
			),
		);
	});

	test('remembers its last use, never an earlier one', () => {
		const { key } = makeKey();
		state.keys.touch(new Map([[key.id, '2026-05-01T12:03:00Z']]));
		other.keys.touch(new Map([[key.id, '2026-05-01T12:02:00Z']]));
		expect(state.keys.findById(key.id)?.last_used_at).toBe('2026-05-01T12:03:00Z');
	});
});

describe('an account', () => {
	test('holds ten active keys; revoked and expired ones do not count', () => {
		makeKey({ expires_at: '2026-05-01T12:00:01Z' });
		const keys = Array.from({ length: 9 }, () => makeKey().key);
		expect(() => makeKey()).toThrow('has 10 active keys');
		makeKey({ now: '2026-05-01T12:00:01Z' });
		expect(() => makeKey({ now: '2026-05-01T12:00:01Z' })).toThrow('has 10 active keys');
		state.keys.revoke(keys[0]!.id, NOW);
		makeKey({ now: '2026-05-01T12:00:01Z' });
	});

	test('has an e-mail address of its own', () => {
		expect(other.accounts.add({ ...ADA, id: 'acc_2' })).toBe(false);
		expect(state.accounts.all()).toEqual([ADA]);
	});
});

describe('openState', () => {
	test('leaves a folder alone that holds other files', () => {
		const shared = mkdtempSync(join(tmpdir(), 'shared-'));
		chmodSync(shared, 0o755);
		writeFileSync(join(shared, 'notes.txt'), '');
		expect(() => openState(shared)).toThrow('holds other files');
		expect(statSync(shared).mode & 0o777).toBe(0o755);
		rmSync(shared, { recursive: true });
	});
});
