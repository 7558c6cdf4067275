/**
 * The tables to copy. Each table comes after the tables that it refers to. The counts of requests per minute and of
 * attempts are not worth copying.
 */
export const TABLES = [
	'accounts',
	'keys',
	'sessions',
	'credentials',
	'verifications',
	'two_factors',
	'sign_ups',
	'jobs',
	'webhooks',
	'webhook_messages',
	'webhook_deliveries',
	'webhook_releases',
	'key_usage',
	'key_requests',
	'events',
	'proposals',
	'authors',
	'idempotency_keys',
	'claims',
	'saved_programs',
	'saved_feeds',
	'secrets',
	'deleted_accounts',
	'program_views',
] as const;

export type StateTable = (typeof TABLES)[number];

/** The tables whose `rowid` column stores the order of the rows. */
export const ORDERED: readonly StateTable[] = ['accounts', 'keys', 'proposals'];

export const ROWS_AT_ONCE = 1000;

export interface StateRow {
	readonly [column: string]: unknown;
}

/**
 * A state to copy from or to. All reading or writing happens in one transaction. It ends when the state is disposed of, and
 * rows that are not permanent are dropped.
 */
export interface Side extends AsyncDisposable {
	/** The file or database that contains the state, for messages. */
	readonly name: string;
	/** Begins to read. Until the state is disposed of, no other process can change it. */
	beginReading(): Promise<void>;
	/**
	 * Begins to write. Until `finish` is called, no other process can change the state. In PostgreSQL, no other process
	 * can read it either.
	 */
	beginWriting(): Promise<void>;
	count(table: StateTable): Promise<number>;
	/** Reads all rows of a table, in batches of many rows. */
	rows(table: StateTable): AsyncIterable<readonly StateRow[]>;
	clear(table: StateTable): Promise<void>;
	add(table: StateTable, rows: readonly StateRow[]): Promise<void>;
	/** Makes the added rows permanent. */
	finish(): Promise<void>;
}
