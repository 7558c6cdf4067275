import { allWith, type Database } from './database.ts';

/** The number of requests of one account in one time window. */
export interface AccountRate {
	readonly id: string;
	readonly events: number;
}

const COUNTS = { time_window: 'INTEGER', id: 'TEXT', events: 'INTEGER' } as const;

const ADD = `INSERT INTO account_rates (time_window, account_id, requests) SELECT time_window, id, events FROM given ORDER BY id
	ON CONFLICT (time_window, account_id) DO UPDATE SET requests = account_rates.requests + excluded.requests
	RETURNING account_id AS id, requests AS events`;

/** Counts the requests of each account in each minute on all servers. Only PostgreSQL has the table for this. */
export class RateStore {
	readonly #db: Database;

	constructor(db: Database) {
		this.#db = db;
	}

	/** Adds to the request counts of a time window. Returns the new total of each given account over all servers. */
	async add(window: number, counts: readonly AccountRate[]): Promise<AccountRate[]> {
		const rows = counts.map((count) => ({ ...count, time_window: window }));
		return this.#db.transaction(() => allWith<AccountRate, typeof COUNTS>(ADD, { columns: COUNTS, rows }), {
			isRelaxed: true,
		});
	}

	async removeBefore(window: number): Promise<void> {
		await this.#db.run('DELETE FROM account_rates WHERE time_window < @window', { window: Math.floor(window) });
	}
}
