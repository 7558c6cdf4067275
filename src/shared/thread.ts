import { join } from 'node:path';
import { parentPort, Worker } from 'node:worker_threads';
import { PROJECT } from './project.ts';

/** The error for tasks that cannot be done because the thread cannot start, or has ended. */
export class NoThread extends Error {}

/** A worker thread that does tasks. It starts with the first task, and again if it has ended. */
export class Thread<Task, Result> {
	readonly #file: string | URL;
	readonly #idle: number | undefined;
	readonly #waiting = new Map<number, PromiseWithResolvers<Result>>();
	#nextId = 0;
	#worker: Worker | undefined;
	#end: NodeJS.Timeout | undefined;

	/**
	 * @param file the thread's file, which calls `doTasks`
	 * @param idle how long an idle thread is kept, in milliseconds. If it is undefined, until the process ends
	 */
	constructor(file: string | URL, idle?: number) {
		this.#file = file;
		this.#idle = idle;
	}

	/** @throws NoThread, or the error of the task */
	async run(task: Task): Promise<Result> {
		const id = this.#nextId++;
		const result = Promise.withResolvers<Result>();
		this.#waiting.set(id, result);
		clearTimeout(this.#end);
		this.#worker ??= this.#start();
		this.#worker.ref();
		this.#worker.postMessage({ id, task } satisfies ToDo<Task>);
		return result.promise;
	}

	#start(): Worker {
		const worker = new Worker(this.#file);
		worker.on('message', (answer: TaskResult<Result>) => this.#settle(worker, answer));
		worker.on('error', (cause) => this.#fail(worker, new NoThread(`The thread ${this.#file} failed.`, { cause })));
		worker.on('exit', () => this.#fail(worker, new NoThread(`The thread ${this.#file} has ended.`)));
		return worker;
	}

	#settle(worker: Worker, answer: TaskResult<Result>): void {
		const task = this.#waiting.get(answer.id);
		if (task === undefined) return;
		this.#waiting.delete(answer.id);
		if ('error' in answer) task.reject(answer.error);
		else task.resolve(answer.result);
		if (this.#waiting.size > 0) return;
		worker.unref();
		if (this.#idle !== undefined) this.#end = setTimeout(() => this.close(), this.#idle).unref();
	}

	/** Makes all unfinished tasks fail. The next task starts a new thread. */
	#fail(worker: Worker, error: NoThread): void {
		if (worker !== this.#worker) return;
		this.#worker = undefined;
		for (const task of this.#waiting.values()) task.reject(error);
		this.#waiting.clear();
	}

	/** Ends the thread. The next task starts a new one. */
	close(): void {
		clearTimeout(this.#end);
		const worker = this.#worker;
		if (worker === undefined) return;
		this.#fail(worker, new NoThread(`The thread ${this.#file} was closed.`));
		worker.terminate();
	}
}

/** What a `Thread` sends to its worker thread. */
export interface ToDo<Task> {
	readonly id: number;
	readonly task: Task;
}

export type TaskResult<Result> =
	| { readonly id: number; readonly result: Result }
	| { readonly id: number; readonly error: unknown };

/** Does the tasks that a `Thread` sends. The worker thread calls this once. */
export function doTasks<Task, Result>(work: (task: Task) => Result | Promise<Result>): void {
	parentPort!.on('message', async ({ id, task }: ToDo<Task>) => {
		const answer: TaskResult<Result> = await Promise.try(work, task).then(
			(result) => ({ id, result }),
			(error) => ({ id, error }),
		);
		parentPort!.postMessage(answer);
	});
}

/**
 * Runs a worker thread and returns its result. The result is the only message that the thread posts.
 *
 * @param name the path of the thread's file, relative to `src/`
 * @param further makes a second message for the thread, while the thread is already working
 */
export async function runThread<T>(name: string, workerData: unknown, further?: () => unknown): Promise<T> {
	// The path is not relative to this module, because Astro puts the module into a bundle.
	const worker = new Worker(join(PROJECT, 'src', name), { workerData });
	return new Promise<T>((resolve, reject) => {
		worker.once('message', resolve);
		worker.once('error', reject);
		worker.once('exit', () => reject(new Error(`The thread ${name} ended without a result.`)));
		if (further) worker.postMessage(further());
	}).catch(async (error) => {
		await worker.terminate();
		throw error;
	});
}
