import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Database, SqlStatement, SqlValues, StatementResult, StateWriteOptions, Work } from '../database.ts';
import { explainPostgres, isConflict, isUnavailable } from './errors.ts';
import { untilRefusedEverywhere } from './key-reader.ts';
import { queryOf } from './query.ts';

/** How long to retry a statement or transaction, in milliseconds. */
const PATIENCE = 1500;
/** The pause between two tries, in milliseconds. */
const PAUSE = 50;

/**
 * The state's database in PostgreSQL. A failed statement or transaction is tried again if that is safe: if it was not
 * sent, if it only reads, if the connection was lost before the commit, or if PostgreSQL undid it because of another
 * transaction.
 */
export class PostgresDatabase implements Database {
	readonly now = '(extract(epoch FROM now()) * 1000)::bigint';
	readonly #pool: Pool;
	readonly #name: string;

	/** @param name the name of the database, for messages */
	constructor(pool: Pool, name: string) {
		this.#pool = pool;
		this.#name = name;
	}

	async all<R>(sql: string, values: SqlValues = {}): Promise<R[]> {
		return this.#try(async (client) => (await execute(client, { sql, values })).rows as R[]);
	}

	async get<R>(sql: string, values: SqlValues = {}): Promise<R | undefined> {
		return (await this.all<R>(sql, values))[0];
	}

	async run(sql: string, values: SqlValues = {}, options: StateWriteOptions = {}): Promise<number> {
		const { changes } = await this.#try((client, sent) => {
			sent();
			return execute(client, { sql, values });
		});
		if (options.endsKeys) await untilRefusedEverywhere();
		return changes;
	}

	async transaction<T>(work: () => Work<T>, options: StateWriteOptions = {}): Promise<T> {
		const begin = options.isRelaxed ? 'BEGIN; SET LOCAL synchronous_commit = off' : 'BEGIN';
		const result = await this.#try((client, sent) => runAll(client, begin, work(), sent));
		if (options.endsKeys) await untilRefusedEverywhere();
		return result;
	}

	snapshot<T>(work: () => Work<T>): Promise<T> {
		const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
		return this.#try((client) => runAll(client, begin, work(), () => {}));
	}

	/**
	 * Runs work with a connection. Tries again after a conflict with another transaction. If PostgreSQL is unavailable,
	 * tries again only if `work` has not called `sent`.
	 *
	 * @param work calls `sent` just before sending a statement that could take effect twice if it were repeated
	 */
	async #try<T>(work: (client: PoolClient, sent: () => void) => Promise<T>): Promise<T> {
		const end = performance.now() + PATIENCE;
		let isSent = false;
		for (;;) {
			try {
				return await withClient(this.#pool, (client) => work(client, () => (isSent = true)));
			} catch (error) {
				const canRunAgain = isConflict(error) || (isUnavailable(error) && !isSent);
				if (!canRunAgain || performance.now() + PAUSE > end) throw explainPostgres(error, this.#name);
				isSent = false;
			}
			await sleep(PAUSE);
		}
	}
}

/** Runs work with a connection from the pool. After an error, closes the connection, because its state is unknown. */
export async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
	const client = await pool.connect();
	// If the connection fails between two queries, the next query also reports the error.
	const ignore = () => {};
	client.on('error', ignore);
	let failure: Error | undefined;
	try {
		return await work(client);
	} catch (error) {
		failure = error as Error;
		throw error;
	} finally {
		client.off('error', ignore);
		client.release(failure);
	}
}

/** Runs all statements of a transaction. @param sent called just before the commit is sent */
async function runAll<T>(client: PoolClient, begin: string, work: Work<T>, sent: () => void): Promise<T> {
	const begun = client.query(begin);
	// If both BEGIN and the first statement fail, the statement throws before `begun` is awaited. Without this handler,
	// the rejection of `begun` would be unhandled.
	begun.catch(() => {});
	let step = work.next();
	while (!step.done) {
		step = work.next(await execute(client, step.value));
	}
	await begun;
	sent();
	await client.query('COMMIT');
	return step.value;
}

async function execute(client: PoolClient, statement: SqlStatement): Promise<StatementResult> {
	const { rows, rowCount } = await client.query(queryOf(statement));
	return { rows, changes: rowCount ?? 0 };
}
