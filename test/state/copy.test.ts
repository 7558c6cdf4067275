import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyState } from '../../src/state/copy/copy-state.ts';
import { postgresSide } from '../../src/state/copy/postgres-side.ts';
import type { Side } from '../../src/state/copy/side.ts';
import { sqliteSide } from '../../src/state/copy/sqlite-side.ts';
import { openPostgres } from '../../src/state/postgres/open-postgres.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import type { State } from '../../src/state/state.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { makeKeys } from '../support/revocable-keys.ts';
import { rowsOf } from '../support/states.ts';

const NOW = '2026-05-01T12:00:00Z';
const LATER = '2030-05-01T12:00:00.123Z';

let folder: string;
let url: string;

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'copy-'));
	url = await emptyDatabase();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Adds rows to every table. */
async function fill(state: State): Promise<void> {
	const [first, second] = await makeKeys(state, 15);
	await state.keys.revoke(second!.id, NOW);
	await state.usage.add(
		[{ id: first!.id, day: '2026-05-01', endpoint: '/programs', status: 200, requests: 5_000_000_000, lastUsed: NOW }],
		[{ key_id: first!.id, at: '2026-05-01T12:00:00.000Z', method: 'GET', path: '/v1/é"\'', status: 200, address: 'x' }],
	);
	await state.signUps.openUnconfirmed({ id: 'acc_b', email: 'b@site.example', plan: 'pro', created_at: NOW }, 'hash');
	await state.signUps.add('id', { email: 'c@site.example', password: 'hash' }, NOW);
	await state.jobs.add({ kind: 'confirm_address', target: 'c@site.example', payload: { signUp: 'id' } });
	await state.jobs.add({ kind: 'password_changed', account: 'acc_b', target: 'b@site.example', payload: {} });
	await state.secrets.get('sessions', () => 'secret');
	const rows = [
		`INSERT INTO sessions VALUES ('s', 'acc_0', 'hash', '${LATER}', NULL, 'Test', '${NOW}', '${NOW}')`,
		`INSERT INTO verifications VALUES ('v', 'identifier', 'value', '${LATER}', '${NOW}', '${NOW}')`,
		`INSERT INTO two_factors VALUES ('t', 'acc_b', 'secret', '[]', TRUE, 2, NULL)`,
		`INSERT INTO events (account_id, kind, at) WITH RECURSIVE numbers (n) AS (
			VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 1500) SELECT 'acc_0', 'signed_in', '${NOW}' FROM numbers`,
		`UPDATE accounts SET two_factor = TRUE WHERE id = 'acc_b'`,
	];
	for (const row of rows) await rowsOf(state, row);
}

async function copy(from: Promise<Side>, to: Promise<Side>) {
	const [original, target] = [await from, await to];
	try {
		return await copyState(original, target);
	} finally {
		await Promise.all([original, target].map((side) => side[Symbol.asyncDispose]()));
	}
}

/** All rows of a SQLite state, with times in one form. */
async function contentOf(place: string): Promise<unknown> {
	const state = openSqlite(place);
	const tables = await rowsOf(state, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
	const rows = await Promise.all(tables.map(({ name }) => rowsOf(state, `SELECT * FROM ${name}`)));
	await state.close();
	return JSON.parse(JSON.stringify(rows).replaceAll(/\.000Z"/g, 'Z"'));
}

describe('Copying a state', () => {
	test('to PostgreSQL and back changes nothing', async () => {
		const [first, last] = [join(folder, 'first'), join(folder, 'last')];
		const state = openSqlite(first);
		await fill(state);
		await state.close();
		const copied = await copy(sqliteSide(first, true), postgresSide(url));
		expect(copied).toMatchObject({
			accounts: 3,
			keys: 15,
			sessions: 1,
			jobs: 2,
			events: 1500,
			key_usage: 1,
			secrets: 1,
		});
		expect(await copy(postgresSide(url), sqliteSide(last, false))).toEqual(copied);
		expect(await contentOf(last)).toEqual(await contentOf(first));
	});

	test('to PostgreSQL gives a state that goes on', async () => {
		const sqlite = openSqlite(folder);
		await fill(sqlite);
		const expected = [await sqlite.accounts.all(), await sqlite.keys.all()];
		await sqlite.close();
		await copy(sqliteSide(folder, true), postgresSide(url));
		const state = await openPostgres(url);
		expect([await state.accounts.all(), await state.keys.all()]).toEqual(expected);
		await state.events.add({
			account_id: 'acc_0',
			key_id: null,
			kind: 'signed_in',
			detail: 'new',
			address: null,
			at: NOW,
		});
		expect((await state.events.ofAccount('acc_0', 1, 1))[0]).toMatchObject({ detail: 'new', id: 1501 });
		await state.accounts.add({ id: 'acc_new', email: 'new@site.example', plan: 'free', created_at: NOW });
		await state.close();
	});

	test('replaces nothing', async () => {
		const sqlite = openSqlite(folder);
		await makeKeys(sqlite, 1);
		await sqlite.close();
		await copy(sqliteSide(folder, true), postgresSide(url));
		await expect(copy(sqliteSide(folder, true), postgresSide(url))).rejects.toThrow(
			/already has accounts \(1\), so nothing was copied\. Choose an empty folder or database\.$/,
		);
		await expect(copy(postgresSide(url), sqliteSide(folder, false))).rejects.toThrow('already has accounts (1)');
	});

	test('lets nobody change the original until it is closed, while keys are still checked', async () => {
		const state = openSqlite(folder);
		const [key] = await makeKeys(state, 1);
		const [original, target] = [await sqliteSide(folder, true), await postgresSide(url)];
		await copyState(original, target);
		await expect(state.keys.revoke(key!.id, NOW)).rejects.toMatchObject({ name: 'StateUnavailable' });
		expect(state.keyReader.find(key!.secret, () => true)).toMatchObject({ id: key!.id });
		await Promise.all([original, target].map((side) => side[Symbol.asyncDispose]()));
		expect(await state.keys.revoke(key!.id, NOW)).toBe(true);
		await state.close();
	});

	test('from a folder without a state says so', async () => {
		await expect(sqliteSide(folder, true)).rejects.toThrow('Set its folder with --state or STATE_DIR.');
	});
});
