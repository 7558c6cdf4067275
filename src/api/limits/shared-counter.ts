import type { AccountRate } from '../../state/rate-store.ts';
import { type Count, WindowCounter } from './window-counter.ts';

/** The interval at which counts are exchanged with other servers if no request waits for an exchange, in milliseconds. */
const INTERVAL = 500;
/** The part of what is left of a limit that a server may use between two exchanges. */
const SHARE = 1 / 100;

/**
 * Adds counts to those of other servers, and returns the sums.
 *
 * @param window the number of the window, counted from 1970
 */
export type Settle = (window: number, counts: readonly AccountRate[]) => Promise<readonly AccountRate[]>;

/**
 * Counts events by ID together with other servers, up to a limit. Each server counts in memory. It may let through a
 * hundredth of what is left of the limit, and at least one event. Then it exchanges its counts with the other servers
 * before it lets through the next. So all servers together let through at most a hundredth of the limit too much for
 * each further server, or one event for each if that is more. An exchange takes a few milliseconds, and all events that
 * arrive in the meantime share the next one. Beyond the limit, no exchange is needed.
 */
export class SharedCounter {
	readonly #length: number;
	readonly #settle: Settle;
	readonly #failed: (error: unknown) => void;
	readonly #now: () => number;
	readonly #counter: WindowCounter;
	/** For each ID, the number of events that have not been sent to the other servers yet. */
	#unsettled = new Map<string, number>();
	/** For each ID, the number of events that are being sent now. */
	#sending = new Map<string, number>();
	/** For each ID, the time of the last exchange in this window, in milliseconds. */
	readonly #exchanged = new Map<string, number>();
	#window = 0;
	#timer: NodeJS.Timeout | undefined;
	#exchanging: Promise<boolean> | undefined;

	/**
	 * @param length the length of a window, in milliseconds
	 * @param failed called when the counts cannot be exchanged, so that this server counts only its own new events
	 * @param now returns the time, in milliseconds since 1970
	 */
	constructor(length: number, settle: Settle, failed: (error: unknown) => void, now: () => number) {
		this.#length = length;
		this.#settle = settle;
		this.#failed = failed;
		this.#now = now;
		this.#counter = new WindowCounter(length);
	}

	/**
	 * Counts an event. Returns a promise if the counts must be exchanged first.
	 *
	 * @param limit the number of events in a window that all servers together let through
	 */
	add(id: string, limit: number): Count | Promise<Count> {
		return this.#needsExchange(id, limit, this.#now()) ? this.#addLater(id, limit) : this.#addNow(id);
	}

	takeBack(id: string): Count {
		const now = this.#now();
		this.#note(id, -1, now);
		return this.#counter.takeBack(id, now);
	}

	#addNow(id: string): Count {
		const now = this.#now();
		this.#note(id, 1, now);
		return this.#counter.add(id, now);
	}

	async #addLater(id: string, limit: number): Promise<Count> {
		do {
			// Ask for the sum even if this server has no new events.
			this.#note(id, 0, this.#now());
			if (!(await this.#exchange())) break;
		} while (this.#needsExchange(id, limit, this.#now()));
		return this.#addNow(id);
	}

	#needsExchange(id: string, limit: number, now: number): boolean {
		this.#turn(Math.floor(now / this.#length));
		const own = (this.#unsettled.get(id) ?? 0) + (this.#sending.get(id) ?? 0);
		const left = limit - (this.#counter.get(id, now) - own);
		if (left <= own) return false;
		const last = this.#exchanged.get(id);
		return last === undefined || now - last > INTERVAL || own >= Math.max(1, Math.floor(left * SHARE));
	}

	#note(id: string, events: number, now: number): void {
		this.#turn(Math.floor(now / this.#length));
		this.#unsettled.set(id, (this.#unsettled.get(id) ?? 0) + events);
		this.#timer ??= setTimeout(() => this.#exchange(), INTERVAL).unref();
	}

	#turn(window: number): void {
		if (window === this.#window) return;
		this.#window = window;
		this.#unsettled.clear();
		this.#sending.clear();
		this.#exchanged.clear();
	}

	/** Exchanges the counts, or waits for an exchange that is running. Returns whether it succeeded. */
	#exchange(): Promise<boolean> {
		this.#exchanging ??= this.#exchangeNow().finally(() => (this.#exchanging = undefined));
		return this.#exchanging;
	}

	async #exchangeNow(): Promise<boolean> {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		const window = this.#window;
		const counts = [...this.#unsettled].map(([id, events]) => ({ id, events }));
		if (counts.length === 0) return true;
		this.#sending = this.#unsettled;
		this.#unsettled = new Map();
		try {
			const sums = await this.#settle(window, counts);
			if (window !== this.#window) return true;
			const now = this.#now();
			for (const { id, events } of sums) {
				this.#counter.set(id, events + (this.#unsettled.get(id) ?? 0), now);
				this.#exchanged.set(id, now);
			}
			return true;
		} catch (error) {
			this.#failed(error);
			return false;
		} finally {
			this.#sending = new Map();
		}
	}
}
