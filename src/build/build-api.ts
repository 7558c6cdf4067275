/** Makes the part of a release that the API needs, in a thread: the rest of the build goes on meanwhile. */
import { Worker } from 'node:worker_threads';
import type { Manifest } from '../release/manifest.ts';
import type { Progress } from './build-bodies.ts';

export interface ToApiThread {
	/** The file of the snapshot. */
	readonly snapshot: string;
	/** The folder of the release. */
	readonly folder: string;
}

export type FromApiThread = { readonly done: number } | { readonly counts: Manifest['counts'] };

export class ApiBuild implements AsyncDisposable {
	readonly #thread: Worker;
	readonly #counts: Promise<Manifest['counts']>;
	#progress: Progress = () => {};

	/** Starts the thread. */
	constructor(data: ToApiThread) {
		this.#thread = new Worker(new URL('api-thread.ts', import.meta.url), { workerData: data });
		this.#counts = new Promise((resolve, reject) => {
			this.#thread.on('message', (message: FromApiThread) => {
				if ('counts' in message) resolve(message.counts);
				else this.#progress(message.done);
			});
			this.#thread.on('error', reject);
		});
		// An error is reported by `finish`, unless the build has failed before for another reason.
		this.#counts.catch(() => {});
	}

	/** Waits for the end. Returns the numbers of published records. */
	finish(progress: Progress): Promise<Manifest['counts']> {
		this.#progress = progress;
		return this.#counts;
	}

	/** Ends the thread if it is still running. */
	async [Symbol.asyncDispose](): Promise<void> {
		await this.#thread.terminate();
	}
}
