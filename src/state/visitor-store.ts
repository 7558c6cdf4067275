import { randomBytes } from 'node:crypto';
import { allWith, type Database, get, run, type Work } from './database.ts';

/** A day in UTC, by the clock of the database, and its salt. */
export interface VisitorDay {
	/** Such as `2026-05-01`. */
	readonly day: string;
	/** A random text that makes hashes of this day differ from those of all other days. */
	readonly salt: string;
}

/**
 * The maximum number of hashes in a day. A flood of visits from many addresses cannot fill the disk, because further visits
 * are not counted until midnight.
 */
const MOST_VISITORS = 2_000_000;
/** The maximum number of hashes to remove in one statement, which must be short. */
const MOST_REMOVED = 10_000;

const HASHES = { hash: 'INTEGER' } as const;
const ADD = `INSERT INTO viewer_hashes (day, hash) SELECT @day, hash FROM given WHERE TRUE ORDER BY hash
	ON CONFLICT (day, hash) DO NOTHING RETURNING hash`;

/**
 * Remembers until midnight UTC who has visited which page, so that all processes and servers together count a visit only
 * once. It stores hashes made with a salt. The salt is deleted at midnight, so nobody can find out later which address
 * a hash was made from. Backups and copies do not contain this data.
 */
export class VisitorStore {
	readonly #db: Database;
	readonly #most: number;

	/** @param most the maximum number of hashes in a day */
	constructor(db: Database, most = MOST_VISITORS) {
		this.#db = db;
		this.#most = most;
	}

	/** Returns the current day and its salt, the same for all processes. */
	async today(): Promise<VisitorDay> {
		const { now } = this.#db;
		return this.#db.transaction(function* () {
			const day = yield* currentDay(now);
			const values = { day, salt: randomBytes(32).toString('base64url') };
			yield* run(
				'INSERT INTO viewer_days (day, salt, viewers) VALUES (@day, @salt, 0) ON CONFLICT (day) DO NOTHING',
				values,
			);
			return (yield* get<VisitorDay>('SELECT day, salt FROM viewer_days WHERE day = @day', { day }))!;
		});
	}

	/**
	 * Remembers hashes of a day. Returns those that were new. Returns none if the day is over, or if there are too many
	 * hashes.
	 *
	 * @param day what `today` returned last
	 * @param hashes different whole numbers below 2 ** 52
	 */
	async add(
		{ day, salt }: VisitorDay,
		hashes: readonly number[],
	): Promise<{ readonly added: readonly number[]; readonly isFull: boolean }> {
		const most = this.#most;
		return this.#db.transaction(function* () {
			const sql = 'SELECT viewers FROM viewer_days WHERE day = @day AND salt = @salt FOR UPDATE';
			const found = yield* get<{ viewers: number }>(sql, { day, salt });
			if (found === undefined) return { added: [], isFull: false };
			const room = Math.max(0, most - found.viewers);
			const rows = hashes.slice(0, room).map((hash) => ({ hash }));
			const added = yield* allWith<{ hash: number }, typeof HASHES>(ADD, { columns: HASHES, rows, values: { day } });
			const values = { day, number: added.length };
			yield* run('UPDATE viewer_days SET viewers = viewers + CAST(@number AS BIGINT) WHERE day = @day', values);
			return { added: added.map(({ hash }) => hash), isFull: rows.length < hashes.length };
		});
	}

	/**
	 * Deletes the salts and some hashes of other days. Returns whether there may be more to delete. Call it only
	 * while the clock can be trusted.
	 */
	async forget(): Promise<boolean> {
		const { now } = this.#db;
		const removed = await this.#db.transaction(function* () {
			const day = yield* currentDay(now);
			yield* run('DELETE FROM viewer_days WHERE day <> @day', { day });
			return yield* run(
				`DELETE FROM viewer_hashes WHERE (day, hash) IN (
					SELECT day, hash FROM viewer_hashes WHERE day <> @day LIMIT ${MOST_REMOVED})`,
				{ day },
			);
		});
		return removed >= MOST_REMOVED;
	}
}

function* currentDay(now: string): Work<string> {
	const { time } = (yield* get<{ time: number }>(`SELECT ${now} AS time`))!;
	return new Date(time).toISOString().slice(0, 10);
}
