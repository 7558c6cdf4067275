/** A count in the current window. */
export interface Count {
	readonly count: number;
	/** Whole seconds until the window ends, at least 1. */
	readonly reset: number;
}

/** The maximum number of IDs to count at once. When it is reached, each new ID replaces the oldest ID. */
const MOST_IDS = 100_000;

/**
 * Counts events by ID, in windows of fixed length that start together for all IDs. It is synchronous, because an
 * asynchronous limiter would cost as much as the rest of an API request.
 */
export class WindowCounter {
	readonly #length: number;
	readonly #counts = new Map<string, number>();
	#end = 0;

	/** @param length the length of a window, in milliseconds */
	constructor(length: number) {
		this.#length = length;
	}

	add(id: string, now: number): Count {
		this.#turn(now);
		const count = (this.#counts.get(id) ?? 0) + 1;
		if (this.#counts.size >= MOST_IDS && !this.#counts.has(id)) this.#counts.delete(this.#counts.keys().next().value!);
		this.#counts.set(id, count);
		return { count, reset: secondsOf(this.#end - now) };
	}

	takeBack(id: string, now: number): Count {
		this.#turn(now);
		const count = Math.max(0, (this.#counts.get(id) ?? 0) - 1);
		this.#counts.set(id, count);
		return { count, reset: secondsOf(this.#end - now) };
	}

	#turn(now: number): void {
		if (now < this.#end) return;
		this.#counts.clear();
		this.#end = now - (now % this.#length) + this.#length;
	}
}

/** Converts a waiting time to whole seconds, at least 1. */
export function secondsOf(milliseconds: number): number {
	return Math.max(1, Math.ceil(milliseconds / 1000));
}
