/** The thread that hashes passwords. */
import { scryptSync } from 'node:crypto';
import { doTasks } from '../shared/thread.ts';

export interface ToHash {
	readonly password: string;
	/** As hexadecimal digits, which are hashed as they are. */
	readonly salt: string;
}

/** One hash takes 32 MB and about 0.1 seconds. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const LENGTH = 64;

doTasks(({ password, salt }: ToHash) => scryptSync(password, salt, LENGTH, COST).toString('hex'));
