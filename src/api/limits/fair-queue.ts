import { setImmediate } from 'node:timers';
import { networksOf } from './address.ts';

export interface Client {
	address(): string;
	/** Whether the client has closed its connection. */
	isGone(): boolean;
}

interface QueueLimits {
	readonly atOnce: number;
	readonly waiting: number;
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

/** The waiting tasks of one address, or the lines of several. */
class Line {
	#tasks: Task[] = [];
	/** The lines of smaller groups. The one whose turn is next comes first. */
	readonly #lines = new Map<string, Line>();

	get size(): number {
		return this.#lines.values().reduce((sum, line) => sum + line.size, this.#tasks.length);
	}

	/** @param groups the groups that the task belongs to, the largest first */
	add(task: Task, [group, ...smaller]: readonly string[]): void {
		if (group === undefined) {
			this.#tasks.push(task);
			return;
		}
		const line = this.#lines.get(group) ?? new Line();
		this.#lines.set(group, line);
		line.add(task, smaller);
	}

	/** Removes the task whose turn is next. Its groups move to the end. */
	takeNext(): Task | undefined {
		const [next] = this.#lines;
		if (next === undefined) return this.#tasks.shift();
		const [group, line] = next;
		const task = line.takeNext();
		this.#lines.delete(group);
		if (line.size > 0) this.#lines.set(group, line);
		return task;
	}

	/**
	 * Removes a task, so that a new one has room: the last one of the largest group. That group must have at least two
	 * more tasks than the new task's group of the same kind.
	 */
	takeForRoom([group, ...smaller]: readonly string[]): Task | undefined {
		if (group === undefined) return undefined;
		const own = this.#lines.get(group);
		const largest = this.#largest();
		return largest.size > (own?.size ?? 0) + 1 ? largest.#takeLast() : own?.takeForRoom(smaller);
	}

	#takeLast(): Task | undefined {
		return this.#lines.size === 0 ? this.#tasks.pop() : this.#largest().#takeLast();
	}

	#largest(): Line {
		return this.#lines.values().reduce((a, b) => (a.size > b.size ? a : b));
	}

	/** Removes the tasks whose clients have gone, and the lines that are empty. */
	takeGone(): Task[] {
		const { gone = [], here = [] } = Object.groupBy(this.#tasks, ({ client }) => (client.isGone() ? 'gone' : 'here'));
		this.#tasks = here;
		for (const [group, line] of this.#lines) {
			gone.push(...line.takeGone());
			if (line.size === 0) this.#lines.delete(group);
		}
		return gone;
	}
}

/**
 * Runs tasks, taking turns between networks, so that a network with many tasks delays another one by one task at most.
 * The networks are IPv4 addresses and IPv6 /48 networks. Inside a /48 network, its /64 networks take turns, and inside
 * these, their addresses. A full queue refuses a task, or drops another one for it if its group has more. The queue
 * starts at most one task in each turn of the event loop, so that the process can answer other requests in between.
 */
export class FairQueue {
	readonly #limits: QueueLimits;
	readonly #line = new Line();
	#running = 0;
	#isScheduled = false;

	constructor(limits: QueueLimits) {
		this.#limits = limits;
	}

	/**
	 * Runs a task when its turn comes.
	 *
	 * @param kind the kinds of tasks take turns too, so that those of one kind cannot delay those of another
	 * @throws TooBusy when the queue is full and no task can be dropped, or later if this task is dropped for another one
	 * @throws ClientGone when the client closed its connection before the task started
	 */
	async run<T>(client: Client, work: () => Promise<T>, kind = ''): Promise<T> {
		const groups = [kind, ...networksOf(client.address())];
		const isFull = () => this.#line.size >= this.#limits.waiting;
		if (isFull()) this.#dropGone();
		if (isFull()) {
			const dropped = this.#line.takeForRoom(groups);
			if (dropped === undefined) throw new TooBusy();
			dropped.drop(new TooBusy());
		}
		await new Promise<void>((start, drop) => {
			this.#line.add({ client, start, drop }, groups);
			this.#schedule();
		});
		try {
			return await work();
		} finally {
			this.#running--;
			this.#schedule();
		}
	}

	#schedule(): void {
		if (this.#isScheduled || this.#line.size === 0 || this.#running >= this.#limits.atOnce) return;
		this.#isScheduled = true;
		setImmediate(() => {
			this.#isScheduled = false;
			this.#startNext();
			this.#schedule();
		});
	}

	#startNext(): void {
		this.#dropGone();
		const task = this.#line.takeNext();
		if (task === undefined) return;
		this.#running++;
		task.start();
	}

	#dropGone(): void {
		for (const task of this.#line.takeGone()) task.drop(new ClientGone());
	}
}
