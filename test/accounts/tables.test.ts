import { getMigrations } from 'better-auth/db/migration';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { authOptions } from '../../src/accounts/auth.ts';
import { forSqlite, MIGRATIONS } from '../../src/state/migrations.ts';

const OPTIONS = authOptions({
	siteUrl: 'https://a.example',
	siteName: 'A',
	secret: 'x'.repeat(40),
	providers: {},
	report: () => {},
});

test('The tables of accounts are all tables that better-auth needs', async () => {
	const database = new Database(':memory:');
	for (const step of MIGRATIONS) database.exec(forSqlite(step));
	const missing = await getMigrations({ ...OPTIONS, database });
	expect(missing.toBeCreated).toEqual([]);
	expect(missing.toBeAdded).toEqual([]);
	expect(missing.toBeAddedIndexes).toEqual([]);
	expect(missing.schemaProblems).toEqual([]);
});
