/** Limits on what someone may try who has no session or wants to change one: few, and shared by all processes. */
import { hash } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible';
import { addressGroup } from './address.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Attempts and seconds, by what is tried. An account is an e-mail address, whether there is such an account or not. */
const RULES = {
	sign_in: { address: [50, 15 * MINUTE], account: [10, 15 * MINUTE] },
	sign_up: { address: [20, HOUR], account: [5, HOUR] },
	reset: { address: [20, HOUR], account: [3, HOUR] },
	leaked_key: { address: [20, HOUR], account: [20, HOUR] },
} as const satisfies { readonly [what: string]: Rule };

interface Rule {
	readonly address: readonly [attempts: number, seconds: number];
	readonly account: readonly [attempts: number, seconds: number];
}

export type Attempt = keyof typeof RULES;

/** Who tries. */
export interface Trier {
	readonly address: string;
	readonly account?: string | undefined;
}

export interface Attempts {
	/** Counts an attempt. Returns how many seconds to wait for the next when there were too many, otherwise 0. */
	take(what: Attempt, who: Trier): Promise<number>;
	/** Forgets the attempts on an account, after one that succeeded. */
	forgive(what: Attempt, account: string): Promise<void>;
	close(): void;
}

/**
 * Opens the counts of attempts in the folder of the state. They lie in a file of their own: nothing is lost with it, so
 * its writes need not wait for the disk, and keys that are held in memory stay held when someone tries passwords.
 */
export function openAttempts(folder: string): Attempts {
	const file = join(folder, 'attempts.sqlite');
	const umask = process.umask(0o077);
	const db = new Database(file, { timeout: 5000 });
	chmodSync(file, 0o600);
	db.pragma('journal_mode = WAL');
	db.pragma('synchronous = OFF');
	db.exec('CREATE TABLE IF NOT EXISTS attempts (key TEXT PRIMARY KEY, points INTEGER NOT NULL, expire INTEGER)');
	process.umask(umask);
	const limiters = new Map(
		Object.entries(RULES).flatMap(([what, rule]: [string, Rule]) =>
			(['address', 'account'] as const).map((by) => [`${what} ${by}`, limiter(db, `${what} ${by}`, rule[by])] as const),
		),
	);
	const clear = db.prepare('DELETE FROM attempts WHERE expire < ?');
	return {
		async take(what, { address, account }) {
			clear.run(Date.now());
			const waits = [await consume(limiters.get(`${what} address`)!, addressGroup(address))];
			if (account !== undefined) waits.push(await consume(limiters.get(`${what} account`)!, nameOf(account)));
			return Math.max(...waits);
		},
		async forgive(what, account) {
			await limiters.get(`${what} account`)!.delete(nameOf(account));
		},
		close: () => void db.close(),
	};
}

function limiter(db: Database.Database, keyPrefix: string, [points, duration]: Rule['address']): RateLimiterSQLite {
	return new RateLimiterSQLite({
		...{ storeClient: db, storeType: 'better-sqlite3', tableName: 'attempts', tableCreated: true },
		...{ keyPrefix, points, duration },
	});
}

async function consume(limiter: RateLimiterSQLite, key: string): Promise<number> {
	try {
		await limiter.consume(key);
		return 0;
	} catch (refusal) {
		if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
		throw refusal;
	}
}

/** E-mail addresses that were tried are nobody's business. */
function nameOf(account: string): string {
	return hash('sha256', account.trim().toLowerCase(), 'base64url');
}
