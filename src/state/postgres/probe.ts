import type { Pool } from 'pg';
import type { Probed } from '../state-version.ts';
import { readOnly } from './errors.ts';
import { probeVersion } from './migrate.ts';
import { withClient } from './postgres-database.ts';

/**
 * Tests whether the state can be read and written now, and whether this version can use its tables.
 *
 * @throws NewerState when a newer version has changed the tables. Errors of PostgreSQL are thrown unchanged
 */
export function probe(pool: Pool, name: string): Promise<Probed> {
	return withClient(pool, async (client) => {
		await client.query('BEGIN');
		// The update locks the row for a moment, but changes nothing, because the transaction is undone.
		const { rows } = await client.query('UPDATE schema_version SET version = version RETURNING version');
		await client.query('ROLLBACK');
		return probeVersion(client, name, rows[0].version);
	});
}

/** @throws StateUnavailable when the database accepts only reads */
export function refuseReadOnly(pool: Pool, name: string): Promise<void> {
	return withClient(pool, async (client) => {
		const { rows } = await client.query('SHOW transaction_read_only');
		if (rows[0].transaction_read_only === 'on') throw readOnly(name);
	});
}
