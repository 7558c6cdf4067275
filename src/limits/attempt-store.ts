import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible';
import { openPrivate } from '../shared/open-private.ts';
import { retryWhileLocked } from '../shared/retry-while-locked.ts';
import { WindowCounter } from './window-counter.ts';

/** The maximum number of attempts, and the period in seconds. */
export type Limit = readonly [attempts: number, seconds: number];

/** The time that an attempt waits for the file before it is counted in memory, in milliseconds. */
const PATIENCE = 500;
/** The maximum expected difference between the clocks that processes read, in milliseconds. */
const LATER_CLOCK = 60_000;
/** The minimum time between two reports that the file cannot be used, in milliseconds. */
const REPORTING = 60_000;

/**
 * Counts attempts in a SQLite file that all processes share. If the file is locked, its disk is full, or it cannot be
 * used for another reason, each process counts in memory: people can still sign in, and the limit then applies to each
 * process separately.
 */
export class AttemptStore {
	readonly #file: string;
	readonly #limits: ReadonlyMap<string, Limit>;
	readonly #report: (error: unknown) => void;
	readonly #inMemory: ReadonlyMap<string, WindowCounter>;
	#open: OpenFile | undefined;
	#reported = Number.NEGATIVE_INFINITY;

	/** @param limits the limits by their names */
	constructor(file: string, limits: ReadonlyMap<string, Limit>, report: (error: unknown) => void) {
		this.#file = file;
		this.#limits = limits;
		this.#report = report;
		this.#inMemory = new Map([...limits].map(([name, [, seconds]]) => [name, new WindowCounter(seconds * 1000)]));
	}

	/** Counts an attempt. Returns the number of seconds to wait if there were too many, otherwise 0. */
	consume(limit: string, key: string): Promise<number> {
		return this.#use(
			({ limiters, removeLaterThan }) => {
				const limiter = limiters.get(limit)!;
				// A count that ends too far in the future was made before the clock was set back.
				removeLaterThan.run(limiter.getKey(key), Date.now() + limiter.msDuration + LATER_CLOCK);
				return consume(limiter, key);
			},
			() => {
				const { count, reset } = this.#inMemory.get(limit)!.add(key, performance.now());
				return count > this.#limits.get(limit)![0] ? reset : 0;
			},
		);
	}

	/** Forgets the attempts of a key. */
	async forget(limit: string, key: string): Promise<void> {
		await this.#use<unknown>(
			({ limiters }) => limiters.get(limit)!.delete(key),
			() => {},
		);
	}

	/** Whether a name is remembered, and its time has not passed. */
	isRemembered(name: string, now: number): Promise<boolean> {
		return this.#use(
			({ isRemembered }) => isRemembered.get(name, now) !== undefined,
			() => false,
		);
	}

	/**
	 * Remembers a name until a time.
	 *
	 * @param until the time in milliseconds since 1970
	 */
	async remember(name: string, until: number): Promise<void> {
		await this.#use<unknown>(
			({ remember }) => remember.run(name, until),
			() => {},
		);
	}

	/** Removes some expired rows, but not all at once: after an attack from many addresses there can be millions. */
	async clear(now: number): Promise<void> {
		await this.#use<unknown>(
			({ clear }) => clear.run(now),
			() => {},
		);
	}

	close(): void {
		this.#open?.db.close();
	}

	/** @param fallback replaces `work` when the file cannot be used */
	async #use<T>(work: (file: OpenFile) => T | Promise<T>, fallback: () => T): Promise<T> {
		try {
			return await retryWhileLocked(() => {
				this.#open ??= openFile(this.#file, this.#limits);
				return work(this.#open);
			}, PATIENCE);
		} catch (error) {
			if (performance.now() - this.#reported > REPORTING) {
				this.#reported = performance.now();
				this.#report(error);
			}
			return fallback();
		}
	}
}

interface OpenFile {
	readonly db: Database.Database;
	readonly limiters: ReadonlyMap<string, RateLimiterSQLite>;
	readonly clear: Database.Statement<[number]>;
	readonly isRemembered: Database.Statement<[string, number]>;
	readonly remember: Database.Statement<[string, number]>;
	readonly removeLaterThan: Database.Statement<[string, number]>;
}

/** Opens the file. Deletes a damaged file and makes a new one, because the data is not worth repairing. */
function openFile(file: string, limits: ReadonlyMap<string, Limit>): OpenFile {
	let db: Database.Database;
	try {
		db = openPrivate(file, prepare, 0);
	} catch (error) {
		if (!(error instanceof Database.SqliteError) || !/^SQLITE_(NOTADB|CORRUPT)/.test(error.code)) throw error;
		for (const part of ['', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
		db = openPrivate(file, prepare, 0);
	}
	return {
		db,
		limiters: new Map([...limits].map(([name, limit]) => [name, limiter(db, name, limit)])),
		clear: db.prepare('DELETE FROM attempts WHERE rowid IN (SELECT rowid FROM attempts WHERE expire < ? LIMIT 1000)'),
		isRemembered: db.prepare<[string, number]>('SELECT 1 FROM attempts WHERE key = ? AND expire > ?'),
		remember: db.prepare<[string, number]>('INSERT OR REPLACE INTO attempts VALUES (?, 0, ?)'),
		removeLaterThan: db.prepare<[string, number]>('DELETE FROM attempts WHERE key = ? AND expire > ?'),
	};
}

function prepare(db: Database.Database): void {
	// A power cut cannot damage the file in this mode, and no attempt waits for the disk.
	db.pragma('synchronous = NORMAL');
	db.exec(
		`CREATE TABLE IF NOT EXISTS attempts (key TEXT PRIMARY KEY, points INTEGER NOT NULL, expire INTEGER);
		CREATE INDEX IF NOT EXISTS attempts_by_expire ON attempts (expire);`,
	);
}

function limiter(db: Database.Database, keyPrefix: string, [points, duration]: Limit): RateLimiterSQLite {
	return new RateLimiterSQLite({
		storeClient: db,
		storeType: 'better-sqlite3',
		tableName: 'attempts',
		tableCreated: true,
		keyPrefix,
		points,
		duration,
	});
}

async function consume(limiter: RateLimiterSQLite, key: string): Promise<number> {
	try {
		await limiter.consume(key);
		return 0;
	} catch (refusal) {
		if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
		throw refusal;
	}
}
