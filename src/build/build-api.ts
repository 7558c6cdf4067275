/** Makes the API's part of a release, usually in a worker thread, in parallel with the rest of the build. */
import { Worker } from 'node:worker_threads';
import { UserError } from '../shared/user-error.ts';
import type { FromApiThread } from './api-thread.ts';
import { type ApiOptions, type BuiltApi, makeApi } from './make-api.ts';
import type { Progress } from './progress.ts';

/** The API's part of a build. */
export interface ApiBuild extends AsyncDisposable {
	finish(progress: Progress): Promise<BuiltApi>;
}

/**
 * Starts to make the API's files. A warm process that makes only what has changed needs no thread, because starting one
 * would take longer than the work.
 */
export function startApi(options: ApiOptions, isWarm: boolean): ApiBuild {
	if (!isWarm || options.base === undefined) return new ApiThread(options);
	return { finish: async (progress) => makeApi(options, progress), async [Symbol.asyncDispose]() {} };
}

class ApiThread implements ApiBuild {
	readonly #thread: Worker;
	/** Resolves when the thread has sent its first message, or has ended. */
	readonly #started: Promise<void>;
	readonly #built: Promise<BuiltApi>;
	#progress: Progress = () => {};

	constructor(data: ApiOptions) {
		this.#thread = new Worker(new URL('api-thread.ts', import.meta.url), { workerData: data });
		this.#started = new Promise((resolve) => {
			for (const event of ['message', 'exit']) this.#thread.once(event, () => resolve());
		});
		this.#built = new Promise((resolve, reject) => {
			this.#thread.on('message', (message: FromApiThread) => {
				if ('done' in message) this.#progress(message.done);
				else resolve(message);
			});
			this.#thread.on('error', (error) => reject(threadError(error)));
			this.#thread.on('exit', () =>
				reject(new Error('The thread that builds the API’s responses ended without a result.')),
			);
		});
		// `finish` reports the thread's error. If the build fails before that call, the error must not end the process.
		this.#built.catch(() => {});
	}

	finish(progress: Progress): Promise<BuiltApi> {
		this.#progress = progress;
		return this.#built;
	}

	/**
	 * Ends the thread if it is still running. First waits until the thread has loaded SQLite, because ending the thread
	 * earlier would end the whole process.
	 */
	async [Symbol.asyncDispose](): Promise<void> {
		await this.#started;
		await this.#thread.terminate();
	}
}

/** Restores the class of a UserError that ended the thread. Threads send errors without their class. */
function threadError(error: unknown): unknown {
	if (!(error instanceof Error) || error.name !== 'UserError') return error;
	return new UserError(error.message, { cause: error });
}
