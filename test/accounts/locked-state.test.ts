import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { READ_SCOPES } from '../../src/state/keys/scope.ts';
import { type AccountsFixture, ADA, Browser, openFixture, resultOf } from './fixture.ts';

let fixture: AccountsFixture;
let ada: Browser;
/** The connection of another program. */
let other: Database.Database;

beforeEach(async () => {
	fixture = await openFixture();
	ada = new Browser();
	ada.take(await fixture.accounts.signUp(ada, ADA));
	other = new Database(join(fixture.folder, 'state.sqlite'));
});
afterEach(async () => {
	other.close();
	await fixture.close();
});

describe('While another program has locked the state', () => {
	test('a user whose session is due for an extension stays signed in, and the session is extended later', async () => {
		const ends = other.prepare<[], string>('SELECT expires_at FROM sessions').pluck();
		other.exec("UPDATE sessions SET expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+3 days')");
		const before = ends.get()!;
		other.exec('BEGIN IMMEDIATE');
		expect((await fixture.accounts.findSession(ada))?.account.email).toBe(ADA.email);
		expect(ends.get()).toBe(before);
		other.exec('ROLLBACK');
		expect((await fixture.accounts.findSession(ada))?.account.email).toBe(ADA.email);
		expect(ends.get()! > before).toBe(true);
	});

	test('a sign-in and a new key wait until the state is unlocked', async () => {
		other.exec('BEGIN IMMEDIATE');
		const browser = new Browser();
		const waiting = Promise.all([
			fixture.accounts.signIn(browser, ADA),
			fixture.accounts.createKey(ada, { name: 'test', scopes: READ_SCOPES, expires_at: null }),
		]);
		const first = await Promise.race([waiting, fixture.accounts.keys(ada)]);
		expect(first).toMatchObject({ ok: true, value: [] });
		other.exec('ROLLBACK');
		const [signedIn, made] = await waiting;
		expect(resultOf(browser.take(signedIn))).toBe('signed in');
		expect((await fixture.accounts.findSession(browser))?.account.email).toBe(ADA.email);
		expect(resultOf(await fixture.accounts.keys(ada))).toMatchObject([{ id: resultOf(made).key.id }]);
	});

	test('a new key is refused with the reason if the lock lasts too long, and is not created later', async () => {
		other.exec('BEGIN IMMEDIATE');
		const made = fixture.accounts.createKey(ada, { name: 'test', scopes: READ_SCOPES, expires_at: null });
		await expect(made).rejects.toThrow(
			/^Another program, such as a backup or a sqlite3 shell, has locked .*state\.sqlite\./,
		);
		other.exec('ROLLBACK');
		expect(resultOf(await fixture.accounts.keys(ada))).toEqual([]);
	});
});
