import { getMigrations } from 'better-auth/db/migration';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { authOptions } from '../../src/accounts/auth.ts';
import { MIGRATIONS } from '../../src/state/sqlite/migrations.ts';

const OPTIONS = authOptions({
	siteUrl: 'https://a.example',
	siteName: 'A',
	secret: 'x'.repeat(40),
	providers: {},
	report: () => {},
});

describe('The tables of accounts', () => {
	test('are all tables that better-auth needs', async () => {
		const database = new Database(':memory:');
		for (const step of MIGRATIONS) database.exec(step);
		const missing = await getMigrations({ ...OPTIONS, database });
		expect(missing.toBeCreated).toEqual([]);
		expect(missing.toBeAdded).toEqual([]);
		expect(missing.toBeAddedIndexes).toEqual([]);
		expect(missing.schemaProblems).toEqual([]);
	});

	test('are migrated from the first version without loss', () => {
		const database = new Database(':memory:');
		database.exec(MIGRATIONS[0]!);
		database.exec(`
			INSERT INTO accounts VALUES ('acc_1', 'ada@site.example', 'pro', '2026-05-01T12:00:00Z');
			INSERT INTO keys VALUES ('key_1', 'acc_1', 'ci', 'hash', 'svc_12345678', '[]', '2026-05-01T12:00:00Z', NULL, NULL, NULL)`);
		for (const step of MIGRATIONS.slice(1)) database.exec(step);
		expect(
			database.prepare('SELECT id, email, plan, created_at, updated_at, email_verified FROM accounts').get(),
		).toEqual({
			id: 'acc_1',
			email: 'ada@site.example',
			plan: 'pro',
			email_verified: 1,
			created_at: '2026-05-01T12:00:00Z',
			updated_at: '2026-05-01T12:00:00Z',
		});
		expect(database.prepare('SELECT count(*) FROM keys').pluck().get()).toBe(1);
	});

	test('keep counts of requests without an endpoint, which an earlier version stored and may still add', () => {
		const database = new Database(':memory:');
		database.pragma('foreign_keys = ON');
		for (const step of MIGRATIONS.slice(0, 3)) database.exec(step);
		const count = `INSERT INTO key_usage (key_id, day, requests) SELECT id, '2026-05-01', 5 FROM keys WHERE id = 'key_1'
			ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`;
		const at = '2026-05-01T12:00:00Z';
		database.exec(`
			INSERT INTO accounts (id, email, plan, created_at) VALUES ('acc_1', 'ada@site.example', 'pro', '${at}');
			INSERT INTO keys VALUES ('key_1', 'acc_1', 'ci', 'hash', 'svc_12345678', '[]', '${at}', NULL, NULL, NULL);
			${count}`);
		database.exec(MIGRATIONS[3]!);
		database.exec(count);
		const uses = () => database.prepare('SELECT * FROM key_usage').all();
		expect(uses()).toEqual([{ key_id: 'key_1', day: '2026-05-01', endpoint: '', status: 0, requests: 10 }]);
		database.exec('DELETE FROM accounts');
		expect(uses()).toEqual([]);
	});

	test('lose only the accounts that were neither confirmed nor used', () => {
		const database = new Database(':memory:');
		database.pragma('foreign_keys = ON');
		for (const step of MIGRATIONS.slice(0, 2)) database.exec(step);
		const at = '2026-05-01T12:00:00Z';
		const account = database.prepare(
			`INSERT INTO accounts (id, email, plan, created_at, updated_at, email_verified) VALUES (?, ?, 'free', '${at}', '${at}', ?)`,
		);
		const password = database.prepare(
			`INSERT INTO credentials (id, account_id, provider, provider_account, created_at, updated_at) VALUES (@id, @id, 'credential', @id, '${at}', '${at}')`,
		);
		const names = ['stranger', 'confirmed', 'signed in', 'has a key', 'of the operator'];
		for (const name of names) {
			account.run(name, `${name}@site.example`, name === 'confirmed' ? 1 : 0);
			if (name !== 'of the operator') password.run({ id: name });
		}
		database.exec(`
			INSERT INTO events (account_id, kind, at) VALUES ('signed in', 'signed_in', '${at}'), ('stranger', 'signed_up', '${at}');
			INSERT INTO keys VALUES ('key_1', 'has a key', 'ci', 'hash', 'svc_12345678', '[]', '${at}', NULL, NULL, NULL)`);
		database.exec(MIGRATIONS[2]!);
		const left = database.prepare('SELECT id, email_verified AS verified FROM accounts ORDER BY rowid').all();
		expect(left).toEqual([
			{ id: 'confirmed', verified: 1 },
			{ id: 'signed in', verified: 0 },
			{ id: 'has a key', verified: 0 },
			{ id: 'of the operator', verified: 1 },
		]);
	});
});
