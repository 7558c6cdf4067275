import { getMigrations } from 'better-auth/db/migration';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { authOptions } from '../../src/accounts/auth.ts';
import { MIGRATIONS } from '../../src/state/migrations.ts';

const OPTIONS = authOptions({
	...{ database: new Database(':memory:'), siteUrl: 'https://a.example', siteName: 'A', secret: 'x'.repeat(40) },
	...{ mailer: undefined, providers: {}, report: () => {}, later: () => {} },
});

describe('The tables of accounts', () => {
	test('are all that better-auth asks for', async () => {
		const database = new Database(':memory:');
		for (const step of MIGRATIONS) database.exec(step);
		const missing = await getMigrations({ ...OPTIONS, database });
		expect(missing.toBeCreated).toEqual([]);
		expect(missing.toBeAdded).toEqual([]);
		expect(missing.toBeAddedIndexes).toEqual([]);
		expect(missing.schemaProblems).toEqual([]);
	});

	test('are made from those of the first version, and nothing is lost', () => {
		const database = new Database(':memory:');
		database.exec(MIGRATIONS[0]!);
		database.exec(`
			INSERT INTO accounts VALUES ('acc_1', 'ada@site.example', 'pro', '2026-05-01T12:00:00Z');
			INSERT INTO keys VALUES ('key_1', 'acc_1', 'ci', 'hash', 'svc_12345678', '[]', '2026-05-01T12:00:00Z', NULL, NULL, NULL)`);
		for (const step of MIGRATIONS.slice(1)) database.exec(step);
		expect(
			database.prepare('SELECT id, email, plan, created_at, updated_at, email_verified FROM accounts').get(),
		).toEqual({
			...{ id: 'acc_1', email: 'ada@site.example', plan: 'pro', email_verified: 0 },
			...{ created_at: '2026-05-01T12:00:00Z', updated_at: '2026-05-01T12:00:00Z' },
		});
		expect(database.prepare('SELECT count(*) FROM keys').pluck().get()).toBe(1);
	});
});
