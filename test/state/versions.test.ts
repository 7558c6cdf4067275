/** States of all versions. The folder `versions` has a small one of each, in SQL. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { TABLES } from '../../src/state/copy/side.ts';
import { keyVerifier } from '../../src/state/keys/verify.ts';
import { forPostgres, forSqlite, LAST_VERSION, MIGRATIONS, UNKEPT, VERSIONS } from '../../src/state/migrations.ts';
import { openPostgres } from '../../src/state/postgres/open-postgres.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import type { State } from '../../src/state/state.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { query } from '../support/postgres-server.ts';
import { ENGINE, rowsOf } from '../support/states.ts';
import { ROWS } from '../support/version-rows.ts';

const FOLDER = join(import.meta.dirname, 'versions');
const NAME = ENGINE.toLowerCase();
const KEY = 'svc_ZQvF53QtgeIHJscdQR02bPo6BM9EfE932jm7MU';

/** The columns and indexes of a state. */
const SCHEMA = {
	SQLite: `SELECT t.name || '.' || c.name || ' ' || c.type || ' ' || c."notnull" AS line
		FROM sqlite_schema t, pragma_table_xinfo(t.name) c WHERE t.type = 'table'
		UNION ALL SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY 1`,
	PostgreSQL: `SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable AS line
		FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'schema_version'
		UNION ALL SELECT indexname FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
};

/** Opens a state that SQL has made, or an empty one. */
async function open(sql: string): Promise<State> {
	if (ENGINE === 'PostgreSQL') {
		const url = await emptyDatabase();
		await query(url, sql);
		return closed(await openPostgres(url));
	}
	const root = mkdtempSync(join(tmpdir(), 'versions-'));
	onTestFinished(() => rmSync(root, { recursive: true }));
	const folder = join(root, 'state');
	mkdirSync(folder);
	const db = new Database(join(folder, 'state.sqlite'));
	db.exec(sql);
	db.close();
	return closed(openSqlite(folder));
}

function closed(state: State): State {
	onTestFinished(() => state.close());
	return state;
}

/** The SQL of a state of this version. */
function ofThisVersion(): string {
	const parts =
		ENGINE === 'PostgreSQL'
			? [
					...[...MIGRATIONS, UNKEPT].map(forPostgres),
					ROWS,
					`CREATE TABLE schema_version AS SELECT ${LAST_VERSION} AS version;`,
				]
			: [...MIGRATIONS.map(forSqlite), ROWS, `PRAGMA user_version = ${LAST_VERSION};`];
	return `${parts.join('\n')}\n`;
}

test('The folder has a state of this version, in which every table has a row', async () => {
	// If this fails after you have added a step, run this test with -u, once for each database. Never change an older file.
	await expect(ofThisVersion()).toMatchFileSnapshot(join(FOLDER, `${LAST_VERSION}-${NAME}.sql`));
	const state = await open(ofThisVersion());
	for (const table of TABLES)
		expect({ table, rows: await rowsOf(state, `SELECT * FROM ${table}`) }).not.toMatchObject({ rows: [] });
});

const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(`-${NAME}.sql`));

test('The folder has a state of every version that can be updated', () => {
	const versions = Array.from(
		{ length: LAST_VERSION - VERSIONS.first + 1 },
		(_, i) => `${VERSIONS.first + i}-${NAME}.sql`,
	);
	expect(FILES.sort()).toEqual(versions);
});

describe.each(FILES)('%s', (name) => {
	test('is updated with all its rows, its key works, and it has the tables of a new state', async () => {
		const state = await open(readFileSync(join(FOLDER, name), 'utf8'));
		expect(await state.accounts.all()).toMatchObject([{ id: 'acc_1', email: 'ada@site.example', plan: 'pro' }]);
		expect(await keyVerifier(state.keyReader, 'svc_')(KEY)).toMatchObject({ ok: true });
		expect(await state.saved.ofFeed('none')).toBe(undefined);
		expect(await state.claims.ofAccount('acc_1')).toMatchObject([{ organization: 'acme' }]);
		expect(await state.webhooks.ofAccount('acc_1')).toHaveLength(1);
		expect((await state.proposals.ofAccount('acc_1', ['program'], { most: 9 })).total).toBe(1);
		const schemaOf = (one: State) => rowsOf(one, SCHEMA[ENGINE]);
		expect(await schemaOf(state)).toEqual(await schemaOf(await open('')));
	});
});
