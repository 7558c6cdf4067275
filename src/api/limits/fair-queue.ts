import { setImmediate } from 'node:timers';
import { addressGroup } from './address.ts';

export interface Client {
	address(): string;
	/** Whether the client has closed its connection. */
	isGone(): boolean;
}

interface QueueLimits {
	readonly atOnce: number;
	readonly waiting: number;
	/** The maximum number of waiting tasks from one IP address, or from one IPv6 /64 network. */
	readonly waitingForOne: number;
}

export class TooBusy extends Error {
	constructor() {
		super('The queue is full.');
	}
}

/** Thrown when the client closed the connection before its task started. */
export class ClientGone extends Error {
	constructor() {
		super('The client closed the connection.');
	}
}

interface Task {
	readonly client: Client;
	start(): void;
	drop(reason: Error): void;
}

/**
 * Runs tasks, taking turns between addresses, so that an address with many tasks delays another address by one task at
 * most. If the queue is full, a new task can replace the last task of the address with the most tasks. That address
 * must have at least two more tasks than the address of the new task. The queue starts at most one task in each turn of
 * the event loop, so that the process can answer other requests in between.
 */
export class FairQueue {
	readonly #limits: QueueLimits;
	/** The waiting tasks of each address. The address whose turn is next comes first. */
	readonly #lines = new Map<string, Task[]>();
	#waiting = 0;
	#running = 0;
	#isScheduled = false;

	constructor(limits: QueueLimits) {
		this.#limits = limits;
	}

	/**
	 * Runs a task when its turn comes.
	 *
	 * @throws TooBusy when this address has too many waiting tasks, or when the queue is full and no task can be
	 *   replaced. Also thrown later if a task from another address replaces this task
	 * @throws ClientGone when the client closed its connection before the task started
	 */
	async run<T>(client: Client, work: () => Promise<T>): Promise<T> {
		const group = addressGroup(client.address());
		if (this.#isFull(group)) this.#dropGone();
		if (this.#isFull(group) && !this.#takePlace(group)) throw new TooBusy();
		await new Promise<void>((start, reject) => {
			const line = this.#lines.get(group) ?? [];
			line.push({ client, start, drop: reject });
			this.#lines.set(group, line);
			this.#waiting++;
			this.#schedule();
		});
		try {
			return await work();
		} finally {
			this.#running--;
			this.#schedule();
		}
	}

	#isFull(group: string): boolean {
		const { waiting, waitingForOne } = this.#limits;
		return this.#waiting >= waiting || this.#lengthOf(group) >= waitingForOne;
	}

	#lengthOf(group: string): number {
		return this.#lines.get(group)?.length ?? 0;
	}

	/**
	 * Drops the last task of the address with the most tasks, so that a few addresses cannot fill the queue. Drops
	 * nothing and returns false if the address `group` already has as many tasks as allowed, or if no other address has
	 * at least two more tasks.
	 */
	#takePlace(group: string): boolean {
		const own = this.#lengthOf(group);
		if (own >= this.#limits.waitingForOne) return false;
		let longest: Task[] = [];
		for (const line of this.#lines.values()) if (line.length > longest.length) longest = line;
		if (longest.length <= own + 1) return false;
		longest.pop()!.drop(new TooBusy());
		this.#waiting--;
		return true;
	}

	#schedule(): void {
		if (this.#isScheduled || this.#waiting === 0 || this.#running >= this.#limits.atOnce) return;
		this.#isScheduled = true;
		setImmediate(() => {
			this.#isScheduled = false;
			this.#startNext();
			this.#schedule();
		});
	}

	#startNext(): void {
		this.#dropGone();
		const [next] = this.#lines;
		if (next === undefined) return;
		const [group, line] = next;
		const task = line.shift()!;
		this.#lines.delete(group);
		// The address moves to the end of the queue.
		if (line.length > 0) this.#lines.set(group, line);
		this.#waiting--;
		this.#running++;
		task.start();
	}

	#dropGone(): void {
		for (const [group, line] of this.#lines) {
			const left = line.filter((task) => !task.client.isGone());
			if (left.length === line.length) continue;
			for (const task of line) if (!left.includes(task)) task.drop(new ClientGone());
			this.#waiting -= line.length - left.length;
			if (left.length > 0) this.#lines.set(group, left);
			else this.#lines.delete(group);
		}
	}
}
