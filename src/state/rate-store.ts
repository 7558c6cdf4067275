import { allWith, type Database } from './database.ts';

/** The number of requests made with one key in one time window. */
export interface KeyRate {
	readonly id: string;
	readonly events: number;
}

const COUNTS = { time_window: 'INTEGER', id: 'TEXT', events: 'INTEGER' } as const;

const ADD = `INSERT INTO key_rates (time_window, key_id, requests) SELECT time_window, id, events FROM given ORDER BY id
	ON CONFLICT (time_window, key_id) DO UPDATE SET requests = key_rates.requests + excluded.requests
	RETURNING key_id AS id, requests AS events`;

/** Counts the requests made with each key in each minute on all servers. Only PostgreSQL has the table for this. */
export class RateStore {
	readonly #db: Database;

	constructor(db: Database) {
		this.#db = db;
	}

	/** Adds to the request counts of a time window. Returns the new total of each given key over all servers. */
	async add(window: number, counts: readonly KeyRate[]): Promise<KeyRate[]> {
		const rows = counts.map((count) => ({ ...count, time_window: window }));
		return this.#db.transaction(() => allWith<KeyRate, typeof COUNTS>(ADD, { columns: COUNTS, rows }), {
			isRelaxed: true,
		});
	}

	/** Removes the counts of all windows before `window`. */
	async removeBefore(window: number): Promise<void> {
		await this.#db.run('DELETE FROM key_rates WHERE time_window < @window', { window: Math.floor(window) });
	}
}
