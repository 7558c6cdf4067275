import type { Database } from './database.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Decides whether data may be deleted because of its age. A clock that is wrong would delete data that is not old.
 *
 * So the database's clock must first have run for a day without a jump. All processes watch it together. Their notes are
 * in the database, so that a restart does not begin the day again, if it takes less than a day. This also means that a
 * clock that was set wrong by less than a day during a restart is not noticed.
 */
export class TrustedClock {
	readonly #db: Database;
	/** The last reading of the database's clock, and of a clock that nobody can set. */
	#last: { readonly time: number; readonly steady: number } | undefined;

	constructor(db: Database) {
		this.#db = db;
	}

	/**
	 * Returns the time of the database's clock. Returns undefined if the clock has not been watched for long enough, or if
	 * the clock of this machine is another one and differs by a minute.
	 */
	async now(): Promise<Date | undefined> {
		const read = `SELECT ${this.#db.now} AS time, since, seen FROM (SELECT 1 AS one) AS always LEFT JOIN clock ON TRUE`;
		const { time, since, seen } = (await this.#db.get<Reading>(read))!;
		if (Math.abs(Date.now() - time) >= MINUTE) return undefined;
		const last = this.#last;
		const steady = performance.now();
		this.#last = { time, steady };
		const jump = last === undefined ? 0 : time - last.time - (steady - last.steady);
		const isKnown = since !== null && seen !== null && time > seen - MINUTE && time < seen + DAY;
		if (!isKnown || Math.abs(jump) >= MINUTE) {
			await this.#db.run(
				`INSERT INTO clock (id, since, seen) VALUES (1, @time, @time)
				 ON CONFLICT (id) DO UPDATE SET since = excluded.since, seen = excluded.seen`,
				{ time },
			);
			return undefined;
		}
		// If another process has noticed a jump in the meantime, this changes nothing.
		if (time > seen + HOUR) await this.#db.run('UPDATE clock SET seen = @time WHERE since = @since', { time, since });
		return time >= since + DAY ? new Date(time) : undefined;
	}
}

interface Reading {
	readonly time: number;
	/** Since when the clock has been watched, and when it was last seen. Null if it was never watched. */
	readonly since: number | null;
	readonly seen: number | null;
}
