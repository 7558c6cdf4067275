/** How far a count has come in its window. */
export interface Count {
	/** How often, the last time included. */
	readonly count: number;
	/** Whole seconds until the window ends, at least 1. */
	readonly reset: number;
}

/** The most ids that are counted at once; the one that came first is forgotten for the next. */
const MOST_IDS = 100_000;

/**
 * Counts what happens by id, in windows of one length that begin anew for all ids together. It answers at once: an
 * asynchronous limiter would cost a request to the API as much as all the rest.
 */
export class WindowCounter {
	readonly #length: number;
	readonly #counts = new Map<string, number>();
	#end = 0;

	/** @param length of a window, in milliseconds */
	constructor(length: number) {
		this.#length = length;
	}

	/** Counts one more. */
	add(id: string, now: number): Count {
		this.#turn(now);
		const count = (this.#counts.get(id) ?? 0) + 1;
		if (count === 1 && this.#counts.size >= MOST_IDS) this.#counts.delete(this.#counts.keys().next().value!);
		this.#counts.set(id, count);
		return { count, reset: this.#reset(now) };
	}

	/** Counts one less. */
	takeBack(id: string, now: number): Count {
		this.#turn(now);
		const count = Math.max(0, (this.#counts.get(id) ?? 0) - 1);
		this.#counts.set(id, count);
		return { count, reset: this.#reset(now) };
	}

	#turn(now: number): void {
		if (now < this.#end) return;
		this.#counts.clear();
		this.#end = now - (now % this.#length) + this.#length;
	}

	#reset(now: number): number {
		return Math.max(1, Math.ceil((this.#end - now) / 1000));
	}
}
