import { WindowCounter } from '../../api/limits/window-counter.ts';
import { retryWhileLocked } from '../../shared/retry-while-locked.ts';
import type { AttemptTable, Limits } from './attempt-table.ts';

/** How long to wait for a locked file, in milliseconds. After this time, the attempt is counted in memory. */
const PATIENCE = 500;
/** The minimum time between two reports that the table cannot be used, in milliseconds. */
const REPORTING = 60_000;

/**
 * Counts attempts in a table that all processes share. If the table cannot be used, for example because it is locked or
 * its disk is full, each process counts in memory. People can then still sign in, but each process applies the limits
 * separately.
 */
export class AttemptStore {
	readonly #openTable: () => AttemptTable;
	readonly #limits: Limits;
	readonly #report: (error: unknown) => void;
	readonly #inMemory: ReadonlyMap<string, WindowCounter>;
	#table: AttemptTable | undefined;
	#reported = Number.NEGATIVE_INFINITY;

	/**
	 * @param openTable called at the first attempt, and again at later attempts until it succeeds
	 * @param report logs that the table cannot be used
	 */
	constructor(openTable: () => AttemptTable, limits: Limits, report: (error: unknown) => void) {
		this.#openTable = openTable;
		this.#limits = limits;
		this.#report = report;
		this.#inMemory = new Map([...limits].map(([name, [, seconds]]) => [name, new WindowCounter(seconds * 1000)]));
	}

	/** Counts an attempt. Returns the number of seconds to wait if there were too many attempts, otherwise 0. */
	consume(limit: string, key: string): Promise<number> {
		return this.#use(
			(table) => table.consume(limit, key),
			() => {
				const { count, reset } = this.#inMemory.get(limit)!.add(key, performance.now());
				return count > this.#limits.get(limit)![0] ? reset : 0;
			},
		);
	}

	/** Forgets the attempts of a key. */
	async forget(limit: string, key: string): Promise<void> {
		await this.#use<unknown>(
			(table) => table.forget(limit, key),
			() => {},
		);
	}

	/** Whether a name is remembered and has not expired. */
	isRemembered(name: string): Promise<boolean> {
		return this.#use(
			(table) => table.isRemembered(name),
			() => false,
		);
	}

	/** Remembers a name for a number of milliseconds. */
	async remember(name: string, life: number): Promise<void> {
		await this.#use<unknown>(
			(table) => table.remember(name, life),
			() => {},
		);
	}

	/** Removes some expired rows. After an attack from many addresses, there can be too many to remove at once. */
	async clear(): Promise<void> {
		await this.#use<unknown>(
			(table) => table.clear(),
			() => {},
		);
	}

	close(): void {
		this.#table?.close();
	}

	/** @param fallback replaces `work` when the table cannot be used */
	async #use<T>(work: (table: AttemptTable) => T | Promise<T>, fallback: () => T): Promise<T> {
		try {
			return await retryWhileLocked(() => {
				this.#table ??= this.#openTable();
				return work(this.#table);
			}, PATIENCE);
		} catch (error) {
			if (performance.now() - this.#reported > REPORTING) {
				this.#reported = performance.now();
				this.#report(error);
			}
			return fallback();
		}
	}
}
