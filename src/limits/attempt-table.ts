import type { RateLimiterStoreAbstract } from 'rate-limiter-flexible';

/** The maximum number of attempts, and the period in seconds. */
export type Limit = readonly [attempts: number, seconds: number];

/** The limits by their names. */
export type Limits = ReadonlyMap<string, Limit>;

/** Where attempts are counted for all processes. Methods throw when it cannot be used. Times are in milliseconds. */
export interface AttemptTable {
	/** The limiters by the names of their limits. */
	readonly limiters: ReadonlyMap<string, RateLimiterStoreAbstract>;
	/** Removes the row of a key if it expires after a time. */
	removeLaterThan(key: string, time: number): unknown;
	isRemembered(name: string, now: number): boolean | Promise<boolean>;
	remember(name: string, until: number): unknown;
	/** Removes up to a thousand rows that expired before a time. */
	clear(time: number): unknown;
	close(): void;
}
