import { secondsOf, WindowCounter } from '../../api/limits/window-counter.ts';
import type { AttemptStore } from '../../state/attempt-store.ts';

/** The maximum number of attempts in a period, and the length of that period in seconds. */
export type Limit = readonly [attempts: number, seconds: number];

/** A limit on the attempts with one key. Limits with one name have the same period. */
export interface CountedLimit {
	readonly name: string;
	readonly key: string;
	readonly limit: Limit;
}

/**
 * Counts attempts in a store that all processes share. If the store cannot be used, for example because it is locked or
 * its disk is full, each process counts in memory. People can then still sign in, but each process applies the limits
 * separately.
 */
export class AttemptCounts {
	readonly #openStore: () => Promise<AttemptStore>;
	readonly #report: (error: unknown) => void;
	/** The counts in memory, by the name of their limit. */
	readonly #inMemory = new Map<string, WindowCounter>();

	/**
	 * @param openStore called at each attempt
	 * @param report logs that the store cannot be used
	 */
	constructor(openStore: () => Promise<AttemptStore>, report: (error: unknown) => void) {
		this.#openStore = openStore;
		this.#report = report;
	}

	/**
	 * Counts an attempt in each limit, the narrowest first, unless one of them is reached. An attempt that is refused is
	 * not written down. Returns the number of seconds to wait if it is refused, otherwise 0.
	 */
	take(limits: readonly CountedLimit[]): Promise<number> {
		return this.#use(
			async (store) => {
				const counts = limits.map(({ name, key, limit: [most, seconds] }) => ({
					key: `${name}:${key}`,
					most,
					length: seconds * 1000,
				}));
				const waits = await Promise.all(counts.map((count) => store.wait(count)));
				const wait = waits.find((time) => time > 0);
				if (wait !== undefined) return secondsOf(wait);
				// Other attempts at this moment may reach a limit first.
				for (const count of counts) if (!(await store.add(count))) return secondsOf(await store.wait(count));
				await store.clear();
				return 0;
			},
			() => {
				for (const { name, key, limit } of limits) {
					const [most, seconds] = limit;
					const counter = this.#inMemory.get(name) ?? new WindowCounter(seconds * 1000);
					this.#inMemory.set(name, counter);
					const { count, reset } = counter.add(key, performance.now());
					if (count > most) return reset;
				}
				return 0;
			},
		);
	}

	forget(name: string, key: string): Promise<void> {
		return this.#use(
			(store) => store.forget(`${name}:${key}`),
			() => {},
		);
	}

	isRemembered(name: string): Promise<boolean> {
		return this.#use(
			(store) => store.isRemembered(name),
			() => false,
		);
	}

	remember(name: string, life: number): Promise<void> {
		return this.#use(
			(store) => store.remember(name, life),
			() => {},
		);
	}

	/** @param fallback replaces `work` when the store cannot be used */
	async #use<T>(work: (store: AttemptStore) => Promise<T>, fallback: () => T): Promise<T> {
		try {
			return await work(await this.#openStore());
		} catch (error) {
			this.#report(error);
			return fallback();
		}
	}
}
