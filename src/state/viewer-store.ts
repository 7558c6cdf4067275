import { randomBytes } from 'node:crypto';
import { all, type Database, get, run, type Work } from './database.ts';
import { SeenHashes } from './viewers/seen-hashes.ts';

/** A day in UTC, by the clock of the database, and its salt. */
export interface ViewerDay {
	/** Such as `2026-05-01`. */
	readonly day: string;
	/** A random text that makes hashes of this day differ from those of all other days. */
	readonly salt: string;
}

/**
 * The maximum number of hashes in a day. A flood of views from many addresses cannot fill the disk, because further views
 * are not counted until midnight.
 */
const MOST_VIEWERS = 2_000_000;
/** The maximum number of batches to read or remove in one statement, which must be short. */
const MOST_BATCHES = 500;

/** The hashes that a process has added at once. */
interface Batch {
	/** Later batches have higher numbers. */
	readonly place: number;
	/** 64-bit floating-point numbers, as base64. */
	readonly hashes: string;
}

const FURTHER = `SELECT place, hashes FROM viewer_batches WHERE day = @day AND place > @place
	ORDER BY place LIMIT ${MOST_BATCHES}`;
const ADD = 'INSERT INTO viewer_batches (day, hashes) VALUES (@day, @hashes) RETURNING place';

/**
 * Remembers until midnight UTC who has viewed which page, so that all processes and servers together count a view only
 * once. It stores hashes made with a salt. The salt is deleted at midnight, so nobody can find out later which address
 * a hash was made from. Backups and copies do not contain this data.
 *
 * Each process appends what it adds, reads what the others have appended, and looks hashes up in memory. Looking each one
 * up in the database takes five times as long.
 */
export class ViewerStore {
	readonly #db: Database;
	readonly #most: number;
	#today: ViewerDay | undefined;
	/** All hashes of today in the batches up to `#place`. */
	#seen = new SeenHashes();
	#place = 0;

	/** @param most the maximum number of hashes in a day */
	constructor(db: Database, most = MOST_VIEWERS) {
		this.#db = db;
		this.#most = most;
	}

	/** Returns the current day and its salt, the same for all processes. */
	async today(): Promise<ViewerDay> {
		const { now } = this.#db;
		const today = await this.#db.transaction(function* () {
			const day = yield* currentDay(now);
			const values = { day, salt: randomBytes(32).toString('base64url') };
			yield* run(
				'INSERT INTO viewer_days (day, salt, viewers) VALUES (@day, @salt, 0) ON CONFLICT (day) DO NOTHING',
				values,
			);
			return (yield* get<ViewerDay>('SELECT day, salt FROM viewer_days WHERE day = @day', { day }))!;
		});
		if (today.day !== this.#today?.day || today.salt !== this.#today.salt) {
			this.#seen = new SeenHashes();
			this.#place = 0;
		}
		this.#today = today;
		return today;
	}

	/**
	 * Remembers hashes of a day. Returns those that were new. Returns none if the day is over, or if there are too many
	 * hashes.
	 *
	 * @param day what `today` returned last
	 * @param hashes different whole numbers below 2 ** 52
	 */
	async add(
		{ day, salt }: ViewerDay,
		hashes: readonly number[],
	): Promise<{ readonly added: readonly number[]; readonly isFull: boolean }> {
		const most = this.#most;
		const further = () => this.#db.all<Batch>(FURTHER, { day, place: this.#place });
		// Read what a day has brought so far in many short statements, before the others must wait.
		while (this.#remember(await further()) === MOST_BATCHES);
		const self = this;
		const { added, isFull, place } = await this.#db.transaction(function* () {
			const sql = 'SELECT viewers FROM viewer_days WHERE day = @day AND salt = @salt FOR UPDATE';
			const found = yield* get<{ viewers: number }>(sql, { day, salt });
			if (found === undefined) return { added: [], isFull: false, place: self.#place };
			while (self.#remember(yield* all<Batch>(FURTHER, { day, place: self.#place })) === MOST_BATCHES);
			const unseen = hashes.filter((hash) => !self.#seen.has(hash));
			const added = unseen.slice(0, Math.max(0, most - found.viewers));
			const isFull = unseen.length > added.length;
			if (added.length === 0) return { added, isFull, place: self.#place };
			const encoded = Buffer.from(Float64Array.from(added).buffer).toString('base64');
			const batch = yield* get<Batch>(ADD, { day, hashes: encoded });
			const values = { day, number: added.length };
			yield* run('UPDATE viewer_days SET viewers = viewers + CAST(@number AS BIGINT) WHERE day = @day', values);
			return { added, isFull, place: batch!.place };
		});
		for (const hash of added) this.#seen.add(hash);
		this.#place = place;
		return { added, isFull };
	}

	/** Returns how many batches there are. */
	#remember(batches: readonly Batch[]): number {
		for (const { place, hashes } of batches) {
			const bytes = Buffer.from(hashes, 'base64');
			for (let at = 0; at < bytes.length; at += 8) this.#seen.add(bytes.readDoubleLE(at));
			this.#place = place;
		}
		return batches.length;
	}

	/**
	 * Deletes the salts and some batches of other days. Returns whether there may be more batches to delete. Call it only
	 * while the clock can be trusted.
	 */
	async forget(): Promise<boolean> {
		const { now } = this.#db;
		const removed = await this.#db.transaction(function* () {
			const day = yield* currentDay(now);
			yield* run('DELETE FROM viewer_days WHERE day <> @day', { day });
			return yield* run(
				`DELETE FROM viewer_batches WHERE place IN (
					SELECT place FROM viewer_batches WHERE day <> @day LIMIT ${MOST_BATCHES} FOR UPDATE SKIP LOCKED)`,
				{ day },
			);
		});
		return removed >= MOST_BATCHES;
	}
}

function* currentDay(now: string): Work<string> {
	const { time } = (yield* get<{ time: number }>(`SELECT ${now} AS time`))!;
	return new Date(time).toISOString().slice(0, 10);
}
