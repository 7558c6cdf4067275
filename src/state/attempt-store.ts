import type { Database } from './database.ts';

/** The attempts with one key in the current period. */
interface AttemptCount {
	/** The number of attempts, including this one. */
	readonly attempts: number;
	/** The milliseconds until the period ends. */
	readonly remaining: number;
}

/**
 * How much later than expected a period may end, in milliseconds. If it ends even later, it was started before the clock
 * was set back by more than a small correction, so a new period starts.
 */
const LATER_CLOCK = 60_000;

/**
 * Counts attempts, such as attempts to sign in, and remembers names for a while. All times are those of the database's
 * clock, because the clocks of several servers can differ.
 */
export class AttemptStore {
	readonly #db: Database;
	readonly #now: string;

	constructor(db: Database) {
		this.#db = db;
		this.#now = db.now;
	}

	/**
	 * Counts an attempt. If the connection to PostgreSQL is lost at this moment, the attempt can count twice.
	 *
	 * @param length the length of a period in milliseconds. A period begins with its first attempt
	 */
	async add(key: string, length: number): Promise<AttemptCount> {
		const goesOn = `a.expire BETWEEN ${this.#now} AND excluded.expire + ${LATER_CLOCK}`;
		const count = await this.#db.get<AttemptCount>(
			`INSERT INTO attempts AS a (key, points, expire) VALUES (@key, 1, ${this.#now} + CAST(@length AS BIGINT))
			 ON CONFLICT (key) DO UPDATE SET
				points = CASE WHEN ${goesOn} THEN a.points + 1 ELSE 1 END,
				expire = CASE WHEN ${goesOn} THEN a.expire ELSE excluded.expire END
			 RETURNING points AS attempts, expire - ${this.#now} AS remaining`,
			{ key, length },
		);
		return count!;
	}

	async forget(key: string): Promise<void> {
		await this.#db.run('DELETE FROM attempts WHERE key = @key', { key });
	}

	/** Remembers a name for a number of milliseconds. */
	async remember(name: string, life: number): Promise<void> {
		await this.#db.run(
			`INSERT INTO attempts (key, points, expire) VALUES (@name, 0, ${this.#now} + CAST(@life AS BIGINT))
			 ON CONFLICT (key) DO UPDATE SET points = 0, expire = excluded.expire`,
			{ name, life },
		);
	}

	async isRemembered(name: string): Promise<boolean> {
		const sql = `SELECT 1 FROM attempts WHERE key = @name AND expire > ${this.#now}`;
		return (await this.#db.get(sql, { name })) !== undefined;
	}

	/** Removes up to a thousand expired rows. Does not wait for other servers that also remove rows. */
	async clear(): Promise<void> {
		await this.#db.run(
			`DELETE FROM attempts WHERE key IN (
				SELECT key FROM attempts WHERE expire < ${this.#now} LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
		);
	}
}
