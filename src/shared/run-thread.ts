import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PROJECT } from './project.ts';

export interface ThreadLimits {
	readonly seconds: number;
	/** The size of its heap, which does not include buffers. */
	readonly megabytes: number;
}

/** The thread was ended, because it took too much time or memory. */
export class ThreadLimit extends Error {
	override name = 'ThreadLimit';
	readonly limit: 'time' | 'memory';

	constructor(limit: ThreadLimit['limit']) {
		super(`The thread was ended, because it took too much ${limit}.`);
		this.limit = limit;
	}
}

/**
 * Runs a worker thread and returns its result. The result is the only message that the thread posts.
 *
 * @param name the path of the thread's file, relative to `src/`
 * @throws ThreadLimit when the thread reaches a limit
 */
export async function runThread<T>(name: string, workerData: unknown, limits?: ThreadLimits): Promise<T> {
	const resourceLimits = limits && { maxOldGenerationSizeMb: limits.megabytes };
	// The path is not relative to this module, because Astro puts the module into a bundle.
	const worker = new Worker(join(PROJECT, 'src', name), { workerData, resourceLimits });
	let timer: NodeJS.Timeout | undefined;
	try {
		return await new Promise<T>((resolve, reject) => {
			if (limits) timer = setTimeout(() => reject(new ThreadLimit('time')), limits.seconds * 1000);
			worker.once('message', resolve);
			worker.once('error', (error: NodeJS.ErrnoException) =>
				reject(limits && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadLimit('memory') : error),
			);
			worker.once('exit', () => reject(new Error(`The thread ${name} ended without a result.`)));
		});
	} finally {
		clearTimeout(timer);
		if (limits) void worker.terminate();
	}
}
