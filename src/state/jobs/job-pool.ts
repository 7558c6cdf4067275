/**
 * Does jobs for many receivers that do not depend on each other. Each process does one job at a time for each receiver,
 * so a slow receiver delays no other one.
 */
import type { JobStore, TakenJob } from './job-store.ts';

export interface PoolWork {
	readonly kinds: readonly string[];
	/** Does one job, and removes or postpones it. */
	readonly work: (job: TakenJob) => Promise<void>;
	/** Called at regular intervals, to remove jobs that were tried for too long. */
	readonly clean: () => Promise<void>;
	/** Called when the state cannot be used, or when a job throws. The job is taken again after its lease. */
	readonly failed: (error: unknown) => void;
}

export interface JobPool {
	/** Looks for jobs now, for example because one was added. */
	wake(): void;
	/** Finishes the jobs that are being done, and takes no others. They stay in the state. */
	close(): Promise<void>;
}

/** How often to look for jobs, in milliseconds. */
const INTERVAL = 1000;
/** How often to clean, in milliseconds. */
const CLEANING = 60_000;
/** How long jobs are leased, in milliseconds. It must be longer than any job takes. */
const LEASE = 60_000;
/** The number of jobs that a process does at the same time. */
const AT_ONCE = 100;

export function poolJobs(store: JobStore, { kinds, work, clean, failed }: PoolWork): JobPool {
	/** The jobs that are being done, by receiver. */
	const running = new Map<string, Promise<void>>();
	let cleanedAt = Number.NEGATIVE_INFINITY;
	let looking: Promise<void> | undefined;
	let isWanted = false;
	let isClosing = false;

	function start(job: TakenJob): void {
		const done = work(job)
			.catch(failed)
			.finally(() => {
				running.delete(job.target);
				wake();
			});
		running.set(job.target, done);
	}

	async function look(): Promise<void> {
		if (performance.now() - cleanedAt > CLEANING) {
			cleanedAt = performance.now();
			await clean();
		}
		const most = AT_ONCE - running.size;
		if (most === 0 || isClosing) return;
		for (const job of await store.take(kinds, { lease: LEASE, most, busy: running.keys() })) start(job);
	}

	function wake(): void {
		isWanted = true;
		if (isClosing) return;
		looking ??= (async () => {
			while (isWanted && !isClosing) {
				isWanted = false;
				await look().catch(failed);
			}
			looking = undefined;
		})();
	}

	const timer = setInterval(wake, INTERVAL).unref();
	return {
		wake,
		async close() {
			isClosing = true;
			clearInterval(timer);
			await looking;
			await Promise.all(running.values());
		},
	};
}
