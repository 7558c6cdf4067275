import Database from 'better-sqlite3';
import { diskFull, isDiskFull } from '../../shared/disk-full.ts';
import { UserError } from '../../shared/user-error.ts';
import type { Side, Table } from '../copy/side.ts';
import { readRows } from './rows.ts';

/**
 * Reads the state that a backup is about to replace. Closing the database also moves its write-ahead log into it. Tables
 * that an older version did not have are empty. Returns undefined if the state is damaged, for example because a database
 * file was copied to a folder that contains another database's log.
 *
 * @throws UserError when the state cannot be read for another reason
 */
export async function readPrevious<T>(
	state: string,
	read: (state: Pick<Side, 'rows' | 'count'>) => Promise<T>,
): Promise<T | undefined> {
	try {
		const db = new Database(state, { fileMustExist: true });
		try {
			return await read(tablesOf(db));
		} finally {
			db.close();
		}
	} catch (error) {
		if (!(error instanceof Database.SqliteError)) throw error;
		// SQLITE_ERROR means that there is no such table.
		if (/^SQLITE_(?:NOTADB|CORRUPT.*|ERROR)$/.test(error.code)) return undefined;
		if (isDiskFull(error)) throw diskFull(state, error);
		throw new UserError(
			`Could not read what has ended since in ${state} (${error.message}), so nothing was restored. Solve this problem, or move the file away and revoke keys again afterwards.`,
			{ cause: error },
		);
	}
}

/** The tables that the first version did not have. */
const NEWER: readonly Table[] = [
	'deleted_accounts',
	'jobs',
	'proposals',
	'authors',
	'idempotency_keys',
	'webhooks',
	'webhook_messages',
	'webhook_deliveries',
	'webhook_releases',
	'claims',
	'saved_programs',
	'saved_lists',
];

function tablesOf(db: Database.Database): Pick<Side, 'rows' | 'count'> {
	const find = db.prepare<[string]>("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
	/** Tables of the first version always exist, unless the state is damaged. */
	const isNew = (table: Table) => NEWER.includes(table) && find.get(table) === undefined;
	return {
		count: async (table) => (isNew(table) ? 0 : db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()!),
		async *rows(table) {
			if (!isNew(table)) yield* readRows(db, table);
		},
	};
}
