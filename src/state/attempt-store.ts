import { Store } from './database.ts';

/** The maximum number of attempts with one key in a period. A period begins with its first attempt. */
export interface AttemptLimit {
	readonly key: string;
	readonly most: number;
	/** The length of a period in milliseconds. */
	readonly length: number;
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
export class AttemptStore extends Store {
	/** Returns the milliseconds until the period ends, if the limit is reached in it, otherwise 0. */
	async wait({ key, most, length }: AttemptLimit): Promise<number> {
		const found = await this.db.get<{ readonly wait: number }>(
			`SELECT a.expire - ${this.db.now} AS wait FROM attempts a
			 WHERE a.key = @key AND a.points >= @most AND ${this.#goesOn(`${this.db.now} + CAST(@length AS BIGINT)`)}`,
			{ key, most, length },
		);
		return found?.wait ?? 0;
	}

	/**
	 * Counts an attempt, unless the limit is reached. If the connection to PostgreSQL is lost at this moment, the attempt
	 * can count twice.
	 */
	async add({ key, most, length }: AttemptLimit): Promise<boolean> {
		const goesOn = this.#goesOn('excluded.expire');
		const added = await this.db.run(
			`INSERT INTO attempts AS a (key, points, expire) VALUES (@key, 1, ${this.db.now} + CAST(@length AS BIGINT))
			 ON CONFLICT (key) DO UPDATE SET
				points = CASE WHEN ${goesOn} THEN a.points + 1 ELSE 1 END,
				expire = CASE WHEN ${goesOn} THEN a.expire ELSE excluded.expire END
			 WHERE a.points < @most OR NOT (${goesOn})`,
			{ key, most, length },
		);
		return added > 0;
	}

	/** @param end the end of a period that begins now */
	#goesOn(end: string): string {
		return `a.expire BETWEEN ${this.db.now} AND ${end} + ${LATER_CLOCK}`;
	}

	async forget(key: string): Promise<void> {
		await this.db.run('DELETE FROM attempts WHERE key = @key', { key });
	}

	async remember(name: string, life: number): Promise<void> {
		await this.db.run(
			`INSERT INTO attempts (key, points, expire) VALUES (@name, 0, ${this.db.now} + CAST(@life AS BIGINT))
			 ON CONFLICT (key) DO UPDATE SET points = 0, expire = excluded.expire`,
			{ name, life },
		);
	}

	async isRemembered(name: string): Promise<boolean> {
		const sql = `SELECT 1 FROM attempts WHERE key = @name AND expire > ${this.db.now}`;
		return (await this.db.get(sql, { name })) !== undefined;
	}

	/** Removes up to a thousand expired rows. Does not wait for other servers that also remove rows. */
	async clear(): Promise<void> {
		await this.db.run(
			`DELETE FROM attempts WHERE key IN (
				SELECT key FROM attempts WHERE expire < ${this.db.now} LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
		);
	}
}
