/** Work that only so much of is done at once, in turn for each address. */
import { setImmediate } from 'node:timers';
import { addressGroup } from './address.ts';

/** Who waits for work to be done. */
export interface Client {
	address(): string;
	/** Whether nobody waits for it any more. */
	isGone(): boolean;
}

export interface QueueLimits {
	/** How much work is done at once. */
	readonly atOnce: number;
	/** How much may wait. */
	readonly waiting: number;
	/** How much of that may be for one address, or one IPv6 network of 64 bits. */
	readonly waitingForOne: number;
}

/** More work waits than makes sense to wait for. */
export class TooBusy extends Error {
	constructor() {
		super('The queue is full.');
	}
}

/** The client has gone, so the work was not done. */
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
 * Does work in turn for each address, so that one address with much work holds up another for one piece of work only. When
 * the queue is full, an address with less work in it takes a place from the one with the most.
 * Starts at most one piece in each turn of the event loop: what else has come in is answered between two.
 */
export class FairQueue {
	readonly #limits: QueueLimits;
	/** Waiting tasks by address, the address whose turn is next first. */
	readonly #lines = new Map<string, Task[]>();
	#waiting = 0;
	#running = 0;
	#isScheduled = false;

	constructor(limits: QueueLimits) {
		this.#limits = limits;
	}

	/**
	 * Does work when its turn comes.
	 *
	 * @throws TooBusy when too much waits already for this address, or in all and no address has more waiting; also later,
	 *   when another address takes its place
	 * @throws ClientGone when the client has gone before the work began
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
	 * Drops the last piece of work of the address that has the most, so that a few addresses cannot fill the queue for all
	 * others. False where the group has its share already, or as many as each other.
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
		// The address goes to the end.
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
