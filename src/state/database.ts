/**
 * The interface of the state's database. The stores use the database only through this interface, so each query is
 * written once, in SQL that SQLite and PostgreSQL both understand.
 */
/** The values of a statement by name: `{ id: 'acc_1' }` for `@id`. */
export interface SqlValues {
	readonly [name: string]: unknown;
}

export interface SqlStatement {
	readonly sql: string;
	readonly values: SqlValues;
	/**
	 * The columns of the table `given`, if the statement reads this table. The statement's value `given` contains the
	 * rows of the table as JSON.
	 */
	readonly columns?: GivenColumns;
}

export interface StatementResult {
	readonly rows: readonly unknown[];
	/** The number of rows that were added, changed or deleted. */
	readonly changes: number;
}

/**
 * The statements of a transaction, as a generator that yields each statement and receives its result. With SQLite, all
 * statements run synchronously, so nothing else in this process can use the connection between two statements. With
 * PostgreSQL, the transaction waits for each result without blocking the process.
 */
export type Work<T> = Generator<SqlStatement, T, StatementResult>;

export interface StateWriteOptions {
	/** Whether the write can make keys invalid. If so, the call returns only when every server refuses those keys. */
	readonly endsKeys?: boolean;
	/** Whether the call can return before the data is on the disk. If so, a power cut can undo the write. */
	readonly isRelaxed?: boolean;
	/** Whether SQLite overwrites what the write deletes, so that it is in no backup of the file. */
	readonly overwrites?: boolean;
}

/**
 * The state's database. If it is unavailable, its methods wait for up to a few seconds, and then throw
 * StateUnavailable.
 */
export interface Database {
	/** SQL for the current time of the database's clock, in milliseconds since 1970. */
	readonly now: string;
	all<R>(sql: string, values?: SqlValues): Promise<R[]>;
	/** Reads the first row of a query. */
	get<R>(sql: string, values?: SqlValues): Promise<R | undefined>;
	/** Runs a statement. Returns the number of rows that it added, changed or deleted. */
	run(sql: string, values?: SqlValues, options?: StateWriteOptions): Promise<number>;
	/**
	 * Runs several statements. If one of them fails, all are undone. Transactions that must not run simultaneously must
	 * all begin by locking the same row with `SELECT … FOR UPDATE`. In SQLite, only one transaction can write at a time
	 * anyway.
	 */
	transaction<T>(work: () => Work<T>, options?: StateWriteOptions): Promise<T>;
	/** Runs several queries that see the same data. */
	snapshot<T>(work: () => Work<T>): Promise<T>;
}

/** A part of the state: the queries about one kind of data. */
export abstract class Store {
	protected readonly db: Database;

	constructor(db: Database) {
		this.db = db;
	}
}

/** Reads all rows of a query in a transaction. */
export function* all<R>(sql: string, values: SqlValues = {}): Work<R[]> {
	return (yield { sql, values }).rows as R[];
}

/** Reads the first row of a query in a transaction. */
export function* get<R>(sql: string, values: SqlValues = {}): Work<R | undefined> {
	return (yield { sql, values }).rows[0] as R | undefined;
}

/** Runs a statement in a transaction. Returns the number of rows that it added, changed or deleted. */
export function* run(sql: string, values: SqlValues = {}): Work<number> {
	return (yield { sql, values }).changes;
}

/** The names and types of the columns in the table `given`. */
export type GivenColumns = { readonly [column: string]: 'TEXT' | 'INTEGER' };

/**
 * Rows for a statement that reads them from the table `given`. One statement for many rows is much faster than a
 * statement for each row.
 */
interface Given<C extends GivenColumns> {
	readonly columns: C;
	readonly rows: readonly { readonly [column in keyof C]: string | number | null }[];
	/** Further values of the statement. */
	readonly values?: SqlValues;
}

/** Runs a statement in a transaction. The statement reads the given rows from the table `given`. */
export function* runWith<C extends GivenColumns>(sql: string, given: Given<C>): Work<number> {
	if (given.rows.length === 0) return 0;
	return (yield withRows(sql, given)).changes;
}

/** Runs a statement like `runWith`, and reads the rows that it returns. */
export function* allWith<R, C extends GivenColumns>(sql: string, given: Given<C>): Work<R[]> {
	if (given.rows.length === 0) return [];
	return (yield withRows(sql, given)).rows as R[];
}

function withRows<C extends GivenColumns>(sql: string, { columns, rows, values }: Given<C>): SqlStatement {
	return { sql, values: { ...values, given: JSON.stringify(rows) }, columns };
}

/** Lists names for SQL. They are names in our own code, which need no escaping. */
export function listOf(names: readonly string[]): string {
	return names.map((name) => `'${name}'`).join(', ');
}

const DUPLICATE = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'];

/** Whether an error means that a row with the same unique value exists. */
export function isDuplicate(error: unknown): boolean {
	return DUPLICATE.includes((error as { readonly code?: string }).code ?? '');
}

/**
 * Locks an account until the end of the transaction, so that no other transaction can change who has access to the
 * account in the meantime.
 */
export function* lockAccount(id: string): Work<void> {
	yield* get('SELECT id FROM accounts WHERE id = @id FOR UPDATE', { id });
}

/** Converts an ISO 8601 time, with or without milliseconds, to a timestamp without milliseconds. */
export function withSeconds(time: string): string {
	return `${time.slice(0, 19)}Z`;
}
