/** The maximum number of attempts in a period, and the length of that period in seconds. */
export type Limit = readonly [attempts: number, seconds: number];

/** The limits by name. */
export type Limits = ReadonlyMap<string, Limit>;

/** The maximum expected difference between the clocks of two processes, in milliseconds. */
export const LATER_CLOCK = 60_000;

/** A table that counts attempts for all processes. Its methods throw when the table cannot be used. */
export interface AttemptTable {
	/** Counts an attempt. Returns the number of seconds to wait if there were too many attempts, otherwise 0. */
	consume(limit: string, key: string): Promise<number>;
	/** Forgets the attempts of a key. */
	forget(limit: string, key: string): unknown;
	/** Whether a name is remembered and has not expired. */
	isRemembered(name: string): boolean | Promise<boolean>;
	/** Remembers a name for a number of milliseconds. */
	remember(name: string, life: number): unknown;
	/** Removes up to a thousand expired rows. */
	clear(): unknown;
	close(): void;
}
