/** Does the jobs that wait in the state. Every server process does this, and each takes different jobs. */
import type { JobStore, TakenJob } from './job-store.ts';

/**
 * The result of a job. If it failed, it is tried again later. `outage` means that the service which it needs fails for
 * all jobs: until that works again, only one job is tried at a time, after growing pauses.
 */
export type JobResult =
	| { readonly result: 'done' | 'dropped' | 'refused' }
	| { readonly result: 'failed' | 'outage'; readonly error: string };

export interface JobWork {
	readonly kinds: readonly string[];
	/** Does one job. It must not throw. */
	readonly work: (job: TakenJob) => Promise<JobResult>;
	/** Tests whether the service works again. Called during an outage while no job is due. */
	readonly test: () => Promise<boolean>;
	/** Called when an outage begins, and when it ends. */
	readonly outage: (isOut: boolean) => void;
	/** Called at regular intervals, to remove jobs that were tried for too long. */
	readonly clean: () => Promise<void>;
	/** Called when the state cannot be used. */
	readonly unavailable: (error: unknown) => void;
}

export interface JobRunner {
	/** Whether the service fails for all jobs. */
	readonly isOut: boolean;
	/** Looks for jobs now, for example because one was added. */
	wake(): void;
	/** Begins an outage, because a test at the start failed. */
	reportOutage(): void;
	/** Takes the jobs that are due, for up to a few seconds, finishes them, and stops. The others stay in the state. */
	close(): Promise<void>;
}

/** How often to look for jobs, in milliseconds. */
const INTERVAL = 1000;
/** How often to clean, in milliseconds. */
const CLEANING = 60_000;
/** How long jobs are leased, in milliseconds. It must be longer than any job takes. */
const LEASE = 5 * 60_000;
/** The number of jobs that a process does at the same time. */
const AT_ONCE = 5;
/** The pauses of one job. The longest one is shorter than the life of a link, which is made anew for each attempt. */
const JOB_PAUSES: Backoff = { first: 30_000, most: 30 * 60_000 };
const OUTAGE_PAUSES: Backoff = { first: 2_000, most: 2 * 60_000 };
/** For how long after its call `close` goes on to take jobs, in milliseconds. */
const CLOSING = 3000;

export function runJobs(store: JobStore, work: JobWork): JobRunner {
	let outages = 0;
	let pausedUntil = 0;
	let cleanedAt = Number.NEGATIVE_INFINITY;
	let isWanted = false;
	let running: Promise<void> | undefined;

	function setOutage(isOut: boolean): void {
		const wasOut = outages > 0;
		outages = isOut ? outages + 1 : 0;
		pausedUntil = isOut ? performance.now() + pauseAfter(outages, OUTAGE_PAUSES) : 0;
		if (wasOut !== isOut) work.outage(isOut);
	}

	async function doJob(job: TakenJob): Promise<JobResult['result']> {
		const done = await work.work(job);
		if ('error' in done) await store.postpone(job, pauseAfter(job.attempts, JOB_PAUSES), done.error);
		else await store.remove(job);
		return done.result;
	}

	/** Does some of the jobs that are due. Returns whether there may be more. */
	async function doSome(): Promise<boolean> {
		if (performance.now() - cleanedAt > CLEANING) {
			cleanedAt = performance.now();
			await work.clean();
		}
		if (performance.now() < pausedUntil) return false;
		const most = outages > 0 ? 1 : AT_ONCE;
		const jobs = await store.take(work.kinds, { lease: LEASE, most });
		if (jobs.length === 0 && outages > 0) setOutage(!(await work.test()));
		const results = await Promise.all(jobs.map(doJob));
		if (results.includes('outage')) setOutage(true);
		else if (outages > 0 && results.some((result) => result !== 'dropped')) setOutage(false);
		return jobs.length > 0;
	}

	async function doAll(isEnough: () => boolean): Promise<void> {
		try {
			while (!isEnough() && (await doSome()));
		} catch (error) {
			work.unavailable(error);
		}
	}

	let isClosing = false;
	function wake(): void {
		isWanted = true;
		if (isClosing) return;
		running ??= (async () => {
			while (isWanted) {
				isWanted = false;
				await doAll(() => isClosing);
			}
			running = undefined;
		})();
	}

	const timer = setInterval(wake, INTERVAL).unref();
	return {
		get isOut() {
			return outages > 0;
		},
		wake,
		reportOutage: () => setOutage(true),
		async close() {
			isClosing = true;
			clearInterval(timer);
			const end = performance.now() + CLOSING;
			await running;
			await doAll(() => performance.now() > end);
		},
	};
}

export interface Backoff {
	/** The longest first pause, in milliseconds. Each further pause can be twice as long as the one before. */
	readonly first: number;
	/** The longest pause, in milliseconds. */
	readonly most: number;
}

/**
 * Returns the pause after a failure, in milliseconds: between half and all of the longest pause at this point.
 *
 * @param failures how many attempts in a row have failed, at least 1
 */
export function pauseAfter(failures: number, { first, most }: Backoff): number {
	const longest = Math.min(most, first * 2 ** (failures - 1));
	return longest * (0.5 + Math.random() / 2);
}
