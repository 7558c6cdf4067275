import type { AccountRate } from '../../state/rate-store.ts';
import { type Count, WindowCounter } from './window-counter.ts';

/** The interval at which counts are exchanged with other servers, in milliseconds. */
const INTERVAL = 500;

/**
 * Adds counts to those of other servers, and returns the sums.
 *
 * @param window the number of the window, counted from 1970
 */
export type Settle = (window: number, counts: readonly AccountRate[]) => Promise<readonly AccountRate[]>;

/**
 * Counts events by ID together with other servers. Each server counts in memory, and exchanges its counts with the
 * other servers twice per second. Until the next exchange, its counts lack the latest events of the other servers.
 */
export class SharedCounter {
	readonly #length: number;
	readonly #settle: Settle;
	readonly #failed: (error: unknown) => void;
	readonly #counter: WindowCounter;
	/** For each ID, the number of events that have not been sent to the other servers yet. */
	#unsettled = new Map<string, number>();
	#window = 0;
	#timer: NodeJS.Timeout | undefined;

	/**
	 * @param length the length of a window, in milliseconds
	 * @param failed called when the counts cannot be exchanged, so that this server counts only its own new events
	 */
	constructor(length: number, settle: Settle, failed: (error: unknown) => void) {
		this.#length = length;
		this.#settle = settle;
		this.#failed = failed;
		this.#counter = new WindowCounter(length);
	}

	add(id: string, now: number): Count {
		this.#note(id, 1, now);
		return this.#counter.add(id, now);
	}

	takeBack(id: string, now: number): Count {
		this.#note(id, -1, now);
		return this.#counter.takeBack(id, now);
	}

	#note(id: string, events: number, now: number): void {
		this.#turn(Math.floor(now / this.#length));
		this.#unsettled.set(id, (this.#unsettled.get(id) ?? 0) + events);
		this.#timer ??= setTimeout(() => this.#settleNow(), INTERVAL).unref();
	}

	#turn(window: number): void {
		if (window === this.#window) return;
		this.#window = window;
		this.#unsettled.clear();
	}

	async #settleNow(): Promise<void> {
		const window = this.#window;
		const counts = [...this.#unsettled].map(([id, events]) => ({ id, events }));
		this.#unsettled = new Map();
		try {
			const sums = await this.#settle(window, counts);
			if (window === this.#window) {
				for (const { id, events } of sums) this.#counter.set(id, events + (this.#unsettled.get(id) ?? 0));
			}
		} catch (error) {
			this.#failed(error);
		} finally {
			this.#timer = undefined;
			// If there are no new events, no new sums are needed.
			if (this.#unsettled.size > 0) this.#timer = setTimeout(() => this.#settleNow(), INTERVAL).unref();
		}
	}
}
