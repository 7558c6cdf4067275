import { toTimestamp } from '../../shared/to-timestamp.ts';
import { allWith, listOf, run, Store, type Work } from '../database.ts';
import { randomText } from '../keys/secret.ts';

/** Work to do later, such as an email to send. */
export interface NewJob {
	/** Names the work, and with it the shape of the payload. */
	readonly kind: string;
	/** The account that the job is about. The job is removed with the account. */
	readonly account?: string | undefined;
	/** The receiver, such as an email address. Only a few jobs of a kind can wait for one receiver. */
	readonly target: string;
	/** Further data, at most 4,000 characters as JSON. It must not contain secrets, such as links. */
	readonly payload: Readonly<Record<string, unknown>>;
	/** Who caused it, such as a network. By default, the account or the receiver. */
	readonly cause?: string | undefined;
	/** Whether `hasRoom` has found room for it, so it is added even if there is none any more. */
	readonly isPromised?: boolean;
}

/** A job that a server has taken. No other server takes it until the lease ends. */
export interface TakenJob {
	readonly id: string;
	readonly kind: string;
	readonly account_id: string | null;
	readonly target: string;
	readonly payload: Readonly<Record<string, unknown>>;
	/** How often the job has been taken, including this time. */
	readonly attempts: number;
	/** For how long the job can still be tried, in milliseconds. */
	readonly left: number;
}

export interface Waiting {
	readonly waiting: number;
	/** How many of them have failed at least once. */
	readonly failed: number;
	/** How long the oldest of them has been waiting, in milliseconds. Undefined if no job waits. */
	readonly oldest: number | undefined;
}

interface TakeOptions {
	/** How long the jobs are leased, in milliseconds. */
	readonly lease: number;
	/** The maximum number of jobs to take. */
	readonly most: number;
	/**
	 * If this is set, takes at most one job for each receiver, and none for the receivers in this list.
	 */
	readonly busy?: Iterable<string>;
}

/** The maximum number of jobs that can wait, of all kinds together. Other jobs do not count, see `emit`. */
export const MOST_JOBS = 10_000;
/** The part of them that only urgent jobs can fill. */
export const RESERVED = MOST_JOBS / 5;
/** The maximum number of jobs with one cause for which there is room. */
export const MOST_OF_CAUSE = MOST_JOBS / 20;
/** The maximum number of jobs with one cause and of one urgent kind. */
export const MOST_URGENT_OF_CAUSE = MOST_JOBS / 100;
/** The maximum number of jobs of one kind that `add` lets wait for one receiver. */
const MOST_FOR_TARGET = 20;
/** How long jobs are tried, in milliseconds. */
export const JOB_LIFE = 24 * 60 * 60_000;
const LONGEST_ERROR = 500;

/**
 * The jobs that wait, for all servers. All times are those of the database's clock, because the clocks of several
 * servers can differ.
 *
 * Taking a job postpones it by the length of a lease. If the server is killed, another one takes the job after that.
 * Until then, the number of attempts identifies the lease: once another server has taken the job, the first one can no
 * longer change it.
 */
export class JobStore extends Store {
	/**
	 * Adds a job that is due now.
	 *
	 * @returns false when too many jobs wait already, or when the account no longer exists
	 */
	async add(job: NewJob): Promise<boolean> {
		return this.db.transaction(() => addJob(this.db.now, job));
	}

	/**
	 * Whether jobs that somebody asks for can be added. Promised jobs may exceed the limits by those asked for at once.
	 *
	 * @param urgentKind the kind of the jobs if they are urgent. Other kinds with the same cause take no room from them
	 */
	async hasRoom(cause: string, urgentKind?: string): Promise<boolean> {
		const row = await this.db.get<{ waiting: number; own: number }>(
			`SELECT count(*) AS waiting, count(CASE WHEN cause = @cause AND (@any = 1 OR kind = @kind) THEN 1 END) AS own
			 FROM jobs WHERE kind <> 'webhook'`,
			{ cause, kind: urgentKind ?? '', any: urgentKind === undefined ? 1 : 0 },
		);
		const { waiting, own } = row!;
		return urgentKind === undefined
			? waiting < MOST_JOBS - RESERVED && own < MOST_OF_CAUSE
			: waiting < MOST_JOBS && own < MOST_URGENT_OF_CAUSE;
	}

	/**
	 * Takes jobs that are due. Those of earlier kinds come first. Of one kind, the causes take turns, the most overdue job
	 * of each first. Servers that take jobs at the same time get different ones.
	 */
	async take(kinds: readonly string[], { lease, most, busy }: TakeOptions): Promise<TakenJob[]> {
		const { now } = this.db;
		const due = `run_at <= ${now} AND expires_at > ${now} AND kind IN (${listOf(kinds)})`;
		// With SQLite, this query spares most calls the lock for writing.
		if ((await this.db.get(`SELECT 1 FROM jobs WHERE ${due} LIMIT 1`)) === undefined) return [];
		const [partition, isFree] =
			busy === undefined
				? ['kind, cause', 'true']
				: ['target', 'turn = 1 AND target NOT IN (SELECT target FROM given)'];
		const turns = `SELECT id AS job, row_number() OVER (PARTITION BY ${partition} ORDER BY run_at, id) AS turn
			FROM jobs WHERE ${due}`;
		const rank = `CASE kind ${kinds.map((kind, i) => `WHEN '${kind}' THEN ${i}`).join(' ')} END`;
		// Without MATERIALIZED, PostgreSQL may choose again for each row that it updates, and so take more than the maximum.
		const chosen = `WITH chosen AS MATERIALIZED (
			SELECT id FROM jobs JOIN (${turns}) AS turns ON job = id WHERE ${due} AND ${isFree}
			ORDER BY ${rank}, turn, run_at, id LIMIT ${most} FOR UPDATE OF jobs SKIP LOCKED) SELECT id FROM chosen`;
		const taken = `UPDATE jobs SET run_at = ${now} + ${lease}, attempts = attempts + 1 WHERE id IN (${chosen})
			RETURNING id, kind, account_id, target, payload, attempts, expires_at - ${now} AS "left"`;
		const targets = [...(busy ?? []), ''].map((target) => ({ target }));
		const rows = await this.db.transaction(() =>
			allWith<TakenJob & { readonly payload: string }, { target: 'TEXT' }>(taken, {
				columns: { target: 'TEXT' },
				rows: targets,
			}),
		);
		return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }));
	}

	/** Whether a job is still there and still leased by its taker. */
	async isHeld({ id, attempts }: TakenJob): Promise<boolean> {
		const sql = 'SELECT 1 FROM jobs WHERE id = @id AND attempts = @attempts';
		return (await this.db.get(sql, { id, attempts })) !== undefined;
	}

	/** Removes a job that is done, or whose reason has passed. */
	async remove({ id, attempts }: TakenJob): Promise<void> {
		await this.db.run('DELETE FROM jobs WHERE id = @id AND attempts = @attempts', { id, attempts });
	}

	/** Lets a job that failed be taken again after a pause. @param pause in milliseconds */
	async postpone({ id, attempts }: TakenJob, pause: number, error: string): Promise<void> {
		await this.db.run(
			`UPDATE jobs SET run_at = ${this.db.now} + CAST(@pause AS BIGINT), last_error = @error
			 WHERE id = @id AND attempts = @attempts`,
			{ id, attempts, pause: Math.round(pause), error: error.slice(0, LONGEST_ERROR) },
		);
	}

	/** Removes the jobs that were tried for too long. Returns how many there were. */
	async removeExpired(kinds: readonly string[]): Promise<number> {
		const expired = `expires_at <= ${this.db.now} AND kind IN (${listOf(kinds)})`;
		return this.db.transaction(() => run(`DELETE FROM jobs WHERE ${expired}`));
	}

	/** Counts the jobs of some kinds that wait. */
	async waiting(kinds: readonly string[]): Promise<Waiting> {
		const row = await this.db.get<{ waiting: number; failed: number; oldest: string | null }>(
			`SELECT count(*) AS waiting, count(last_error) AS failed, min(created_at) AS oldest
			 FROM jobs WHERE kind IN (${listOf(kinds)})`,
		);
		const { waiting, failed, oldest } = row!;
		return { waiting, failed, oldest: oldest === null ? undefined : Date.now() - Date.parse(oldest) };
	}

	/** The last errors of the jobs that wait, the most recent first, without repetitions. */
	async lastErrors(kinds: readonly string[], most: number): Promise<string[]> {
		const rows = await this.db.all<{ last_error: string }>(
			`SELECT last_error, max(run_at) AS at FROM jobs WHERE last_error IS NOT NULL AND kind IN (${listOf(kinds)})
			 GROUP BY last_error ORDER BY at DESC, min(id) LIMIT @most`,
			{ most },
		);
		return rows.map(({ last_error }) => last_error);
	}
}

/** Adds a job as part of a transaction. See `JobStore.add`. @param clock the SQL of the database's clock */
export function* addJob(
	clock: string,
	{ kind, account, target, payload, cause = account ?? target, isPromised = false }: NewJob,
): Work<boolean> {
	const added = yield* run(
		`INSERT INTO jobs (id, kind, account_id, target, payload, created_at, run_at, expires_at, attempts, cause)
		 SELECT @id, @kind, CAST(@account AS TEXT), @target, @payload, @created_at, ${clock},
			${clock} + CAST(@life AS BIGINT), 0, CAST(@cause AS TEXT)
		 WHERE (SELECT count(*) FROM jobs WHERE kind <> 'webhook') < @most AND (SELECT count(*) FROM jobs WHERE target = @target AND kind = @kind) < @few
			AND (CAST(@account AS TEXT) IS NULL OR EXISTS (SELECT 1 FROM accounts WHERE id = @account))`,
		{
			id: randomText(16),
			kind,
			account: account ?? null,
			target,
			payload: JSON.stringify(payload),
			created_at: toTimestamp(new Date()),
			life: JOB_LIFE,
			most: isPromised ? Number.MAX_SAFE_INTEGER : MOST_JOBS - RESERVED,
			few: MOST_FOR_TARGET,
			cause,
		},
	);
	return added === 1;
}
