import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PROJECT } from './project.ts';

/**
 * Runs a worker thread and returns its result. The result is the only message that the thread posts.
 *
 * @param name the path of the thread's file, relative to `src/`
 */
export async function runThread<T>(name: string, workerData: unknown): Promise<T> {
	// The path is not relative to this module, because Astro puts the module into a bundle.
	const worker = new Worker(join(PROJECT, 'src', name), { workerData });
	return new Promise<T>((resolve, reject) => {
		worker.once('message', resolve);
		worker.once('error', reject);
		worker.once('exit', () => reject(new Error(`The thread ${name} ended without a result.`)));
	});
}
