import { allWith, type Database } from './database.ts';

/** The number of requests with one key in one time window. */
export interface KeyRate {
	readonly id: string;
	readonly events: number;
}

const COUNTS = { time_window: 'INTEGER', id: 'TEXT', events: 'INTEGER' } as const;

const ADD = `INSERT INTO key_rates (time_window, key_id, requests) SELECT time_window, id, events FROM given ORDER BY id
	ON CONFLICT (time_window, key_id) DO UPDATE SET requests = key_rates.requests + excluded.requests
	RETURNING key_id AS id, requests AS events`;

/** Counts the requests with each key in each minute, added up over all servers. Only PostgreSQL has this table. */
export class RateStore {
	readonly #db: Database;

	constructor(db: Database) {
		this.#db = db;
	}

	/** Adds numbers of requests with keys in a time window. Returns each key's total over all servers. */
	async add(window: number, counts: readonly KeyRate[]): Promise<KeyRate[]> {
		const rows = counts.map((count) => ({ ...count, time_window: window }));
		return this.#db.transaction(() => allWith<KeyRate, typeof COUNTS>(ADD, { columns: COUNTS, rows }), {
			isRelaxed: true,
		});
	}

	/** Removes the requests of earlier windows. */
	async removeBefore(window: number): Promise<void> {
		await this.#db.run('DELETE FROM key_rates WHERE time_window < @window', { window: Math.floor(window) });
	}
}
