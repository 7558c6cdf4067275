import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { checkState, openUnchanged } from '../../src/commands/doctor/state.ts';
import { LAST_VERSION, VERSIONS } from '../../src/state/migrations.ts';
import { readVersion } from '../../src/state/postgres/migrate.ts';
import { openPostgres } from '../../src/state/postgres/open-postgres.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { query } from '../support/postgres-server.ts';
import { slowNetwork } from '../support/slow-network.ts';

const ADA = { id: 'acc_1', email: 'ada@site.example', plan: 'free', created_at: '2026-05-01T12:00:00Z' } as const;

describe('The state in PostgreSQL', () => {
	test('is created once when several servers start together', async () => {
		const url = await emptyDatabase();
		const states = await Promise.all(Array.from({ length: 8 }, () => openPostgres(url)));
		const added = await Promise.all(states.map((state) => state.accounts.add(ADA)));
		expect(added.filter(Boolean)).toHaveLength(1);
		expect(await query(url, 'SELECT version FROM schema_version')).toEqual([{ version: LAST_VERSION }]);
		await Promise.all(states.map((state) => state.close()));
	});

	test('is updated although a request of an older server uses its tables in another order', async () => {
		const url = await emptyDatabase();
		await query(url, readFileSync(join(import.meta.dirname, `versions/${VERSIONS.first}-postgresql.sql`), 'utf8'));
		// Whichever waits for this time looks for a deadlock, and is undone. The update must be first.
		await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET deadlock_timeout = '3s'`);
		const request = new Client(url);
		await request.connect();
		await request.query("SET deadlock_timeout = '1min'");
		await request.query('BEGIN; SELECT FROM saved_lists');
		const opening = openPostgres(url);
		const isWaiting = () =>
			query(url, 'SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = $1', ['Lock']);
		await expect.poll(isWaiting).toHaveLength(1);
		// The update has locked this table, and waits for the other. PostgreSQL undoes the update.
		await request.query('SELECT FROM proposals');
		await request.query('COMMIT');
		await request.end();
		await (await opening).close();
		expect(await readVersion(url)).toBe(LAST_VERSION);
	});

	test('is examined by doctor, which creates nothing', async () => {
		const url = await emptyDatabase();
		expect(await openUnchanged('', url)).toMatchObject({
			status: 'warning',
			found: expect.stringContaining('no state'),
		});
		expect(await readVersion(url)).toBe(0);
		const state = await openPostgres(url);
		expect(await checkState(state)).toMatchObject([
			{ check: 'state', found: expect.stringMatching(/^PostgreSQL can be read and written in .* MB, 0 accounts\.$/) },
			{ check: 'backup', status: 'warning', found: 'npm run backup has never backed up this state.' },
			{ check: 'clock', status: 'ok' },
		]);
		await state.close();
		await query(url, 'UPDATE schema_version SET version = version + 1');
		expect(await openUnchanged('', url)).toMatchObject({
			found: `Another version of the application has made the tables of the state: they have version ${LAST_VERSION + 1}, and this one makes version ${LAST_VERSION}.`,
		});
	});

	test('is a problem for doctor if it is slower than what requests wait for', async () => {
		const url = new URL(await emptyDatabase());
		await (await openPostgres(url.href)).close();
		const network = await slowNetwork(Number(url.port));
		url.port = String(network.port);
		const state = await openPostgres(url.href);
		network.delay = 600;
		expect((await checkState(state))[0]).toMatchObject({
			status: 'problem',
			found: expect.stringContaining('too slow for API keys'),
			remedy: 'Find out why the database is slow.',
		});
		await state.close();
		await network.close();
	});

	test('is not created among the tables of another program', async () => {
		const url = await emptyDatabase();
		await query(url, 'CREATE TABLE accounts (id TEXT)');
		await query(url, 'CREATE TABLE schema_version (version_rank INTEGER)');
		await expect(openPostgres(url)).rejects.toThrow('contains another program’s tables. Create a separate database');
	});

	test('is refused by a version that is older than its tables, and a running server of that version is not ready', async () => {
		const url = await emptyDatabase();
		const state = await openPostgres(url);
		await state.probe();
		await query(url, "UPDATE about SET value = '99' WHERE name = 'compatible'");
		await query(url, 'UPDATE schema_version SET version = 99');
		const message = `was written by a newer version of this application: it has version 99, and this one reads versions ${VERSIONS.first} to ${LAST_VERSION}.`;
		await expect(openPostgres(url)).rejects.toThrow(message);
		await expect(state.probe()).rejects.toThrow(message);
		await state.close();
	});

	test('says what to do if it cannot be reached, without the password', async () => {
		await expect(openPostgres('postgres://ada:secret@127.0.0.1:9/directory')).rejects.toThrow(
			'PostgreSQL at 127.0.0.1:9/directory cannot be used: it refused the connection. Check that it is running and accepts connections at this address, then try again.',
		);
		await expect(openPostgres('mysql://ada:secret@127.0.0.1/directory')).rejects.toThrow(
			'DATABASE_URL must be the address of a PostgreSQL database, such as postgres://directory:PASSWORD@db.example/directory.',
		);
	});

	test('accepts no writes if it is read-only, and says so', async () => {
		const url = await emptyDatabase();
		const state = await openPostgres(url);
		await state.accounts.add(ADA);
		await state.close();
		await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
		const readOnly = await openPostgres(url);
		expect(await readOnly.accounts.findById(ADA.id)).toEqual(ADA);
		const message = /does not accept writes.* Set DATABASE_URL to the primary, or allow writes\.$/;
		await expect(readOnly.accounts.delete(ADA.id)).rejects.toThrow(message);
		await expect(readOnly.untilWritable()).rejects.toThrow(message);
		await expect(readOnly.probe()).rejects.toThrow(message);
		await readOnly.close();
	});
});
