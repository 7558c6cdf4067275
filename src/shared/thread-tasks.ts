import { parentPort } from 'node:worker_threads';

/** What a `Thread` sends to its worker thread. */
export interface ToDo<Task> {
	readonly id: number;
	readonly task: Task;
}

export type Answer<Result> =
	| { readonly id: number; readonly result: Result }
	| { readonly id: number; readonly error: unknown };

/** Does the tasks that a `Thread` sends. The worker thread calls this once. */
export function doTasks<Task, Result>(work: (task: Task) => Result | Promise<Result>): void {
	parentPort!.on('message', async ({ id, task }: ToDo<Task>) => {
		const answer: Answer<Result> = await Promise.try(work, task).then(
			(result) => ({ id, result }),
			(error) => ({ id, error }),
		);
		parentPort!.postMessage(answer);
	});
}
