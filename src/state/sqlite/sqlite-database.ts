import type BetterSqlite from 'better-sqlite3';
import { retryWhileLocked } from '../../shared/sqlite.ts';
import type {
	Database,
	GivenColumns,
	SqlStatement,
	SqlValues,
	StatementResult,
	StateWriteOptions,
	Work,
} from '../database.ts';
import { explainUnavailable } from '../unavailable.ts';

/**
 * The state's database in a SQLite file. Statements and transactions run synchronously. If another program has locked
 * the file, they are retried for a while without blocking this process.
 */
export class SqliteDatabase implements Database {
	readonly now = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
	readonly #db: BetterSqlite.Database;
	readonly #patience: number | undefined;
	readonly #statements = new Map<string, BetterSqlite.Statement<[SqlValues]>>();

	/** @param patience how long to retry while another program has locked the file, in milliseconds. By default, three seconds */
	constructor(db: BetterSqlite.Database, patience?: number) {
		this.#db = db;
		this.#patience = patience;
	}

	all<R>(sql: string, values: SqlValues = {}): Promise<R[]> {
		return this.retry(() => this.#prepare(sql).all(values) as R[]);
	}

	get<R>(sql: string, values: SqlValues = {}): Promise<R | undefined> {
		return this.retry(() => this.#prepare(sql).get(values) as R | undefined);
	}

	run(sql: string, values: SqlValues = {}, options: StateWriteOptions = {}): Promise<number> {
		return this.#write(options, () => this.#execute({ sql, values }).changes);
	}

	transaction<T>(work: () => Work<T>, options: StateWriteOptions = {}): Promise<T> {
		return this.#write(options, () => this.#db.transaction(() => this.#runAll(work())).immediate());
	}

	snapshot<T>(work: () => Work<T>): Promise<T> {
		return this.retry(() => this.#db.transaction(() => this.#runAll(work())).deferred());
	}

	/** See `State`. The function can be passed on alone. */
	readonly untilWritable = (): Promise<void> =>
		this.retry(() => {
			this.#db.exec('BEGIN IMMEDIATE');
			this.#db.exec('ROLLBACK');
		});

	/**
	 * Runs `work`, and retries it while another program has locked the file.
	 *
	 * @param work one statement or one transaction
	 * @param patience how long to retry, in milliseconds
	 * @throws StateUnavailable when the file stays locked or its disk is full
	 */
	async retry<T>(work: () => T | Promise<T>, patience = this.#patience): Promise<T> {
		try {
			return await retryWhileLocked(work, patience);
		} catch (error) {
			throw explainUnavailable(error, this.#db.name);
		}
	}

	#write<T>({ isRelaxed, overwrites }: StateWriteOptions, write: () => T): Promise<T> {
		const relaxed = isRelaxed ? () => this.#with('synchronous', ['NORMAL', 'FULL'], write) : write;
		const written = overwrites ? () => this.#with('secure_delete', ['ON', 'OFF'], relaxed) : relaxed;
		return this.retry(written);
	}

	/** Writes with another value of a setting of SQLite. */
	#with<T>(setting: string, [value, usual]: readonly [string, string], write: () => T): T {
		this.#db.pragma(`${setting} = ${value}`);
		try {
			return write();
		} finally {
			this.#db.pragma(`${setting} = ${usual}`);
		}
	}

	#runAll<T>(work: Work<T>): T {
		let step = work.next();
		while (!step.done) {
			step = work.next(this.#execute(step.value));
		}
		return step.value;
	}

	#execute({ sql, values, columns }: SqlStatement): StatementResult {
		const statement = this.#prepare(sql, columns);
		if (!statement.reader) return { rows: [], changes: statement.run(values).changes };
		const rows = statement.all(values);
		return { rows, changes: rows.length };
	}

	#prepare(sql: string, columns?: GivenColumns): BetterSqlite.Statement<[SqlValues]> {
		let statement = this.#statements.get(sql);
		if (statement === undefined) {
			// SQLite has no row locks. It needs none, because only one transaction can write at a time.
			statement = this.#db.prepare(
				(columns ? given(columns) : '') +
					sql.replace(/ FOR (?:(?:NO KEY )?UPDATE|KEY SHARE)(?: OF \w+)?(?: SKIP LOCKED)?/, ''),
			);
			this.#statements.set(sql, statement);
		}
		return statement;
	}
}

/** Returns SQL that defines the table `given`. */
function given(columns: GivenColumns): string {
	const read = Object.keys(columns).map((name) => `value ->> '${name}' AS ${name}`);
	return `WITH given AS MATERIALIZED (SELECT ${read} FROM json_each(@given)) `;
}
