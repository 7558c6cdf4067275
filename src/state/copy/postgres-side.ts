import { Client } from 'pg';
import { connectionSettings, setTimeLimits } from '../postgres/connection-settings.ts';
import { explainPostgres } from '../postgres/errors.ts';
import { refuseOtherVersion, versionOf } from '../postgres/migrate.ts';
import { openPostgres } from '../postgres/open-postgres.ts';
import { queryOf } from '../postgres/query.ts';
import { ORDERED, ROWS_AT_ONCE, type Side, type StateRow, type StateTable, TABLES } from './side.ts';

/** How long to wait while other connections use the tables, in milliseconds. */
const PATIENCE = 10_000;

/** The identity columns. They number the rows of their tables. */
const NUMBERED: readonly (readonly [StateTable, string])[] = [
	...ORDERED.map((table) => [table, 'rowid'] as const),
	['key_requests', 'id'],
	['events', 'id'],
];

export interface PostgresSide extends Side {
	/** Begins to read the state as it is now. Others can change it in the meantime. */
	beginSnapshot(): Promise<void>;
}

/** Opens a state in PostgreSQL for copying. Creates or updates its tables if necessary. */
export async function postgresSide(url: string): Promise<PostgresSide> {
	await (await openPostgres(url)).close();
	const settings = connectionSettings(url);
	const client = new Client(settings);
	client.on('error', () => {});
	await client.connect();
	try {
		// A newer version that has only added to the tables can have rows in tables that are unknown here.
		await refuseOtherVersion(client, settings.name, await versionOf(client));
		await setTimeLimits(client, { lock_timeout: PATIENCE });
	} catch (error) {
		await client.end();
		throw error;
	}
	const run = (sql: string, values = {}) => client.query(queryOf({ sql, values }));
	async function begin(mode: 'SHARE' | 'ACCESS EXCLUSIVE'): Promise<void> {
		try {
			await run('BEGIN');
			await run(`LOCK TABLE ${TABLES.join(', ')} IN ${mode} MODE`);
		} catch (error) {
			throw explainPostgres(error, settings.name);
		}
	}
	return {
		name: settings.name,
		beginSnapshot: async () => void (await run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')),
		beginReading: () => begin('SHARE'),
		beginWriting: () => begin('ACCESS EXCLUSIVE'),
		count: async (table) => (await run(`SELECT count(*) AS count FROM ${table}`)).rows[0].count,
		async *rows(table) {
			await run(`DECLARE copied CURSOR FOR SELECT * FROM ${table}`);
			for (;;) {
				const { rows } = await run(`FETCH ${ROWS_AT_ONCE} FROM copied`);
				if (rows.length === 0) break;
				yield rows as StateRow[];
			}
			await run('CLOSE copied');
		},
		clear: async (table) => void (await run(`DELETE FROM ${table}`)),
		async add(table, rows) {
			const [first] = rows;
			if (first === undefined) return;
			const columns = Object.keys(first).join(', ');
			await run(
				`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, @rows)`,
				{ rows: JSON.stringify(rows) },
			);
		},
		async finish() {
			for (const [table, column] of NUMBERED) {
				await run(
					`SELECT setval(pg_get_serial_sequence('${table}', '${column}'), coalesce(max(${column}), 0) + 1, false) FROM ${table}`,
				);
			}
			await run('COMMIT');
		},
		[Symbol.asyncDispose]: () => client.end(),
	};
}
