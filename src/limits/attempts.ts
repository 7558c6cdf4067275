/** Limits on what someone may try who has no session or wants to change one: few, and shared by all processes. */
import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible';
import { openPrivate } from '../open-private.ts';
import { addressGroup } from './address.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Attempts and seconds, by what is tried: of an address, on an account from one address, and on an account from anywhere.
 * An account is an e-mail address, whether there is such an account or not. What comes from anywhere does not count where
 * an attempt on the account succeeded before: nobody can lock others out of where they are used to sign in.
 */
const RULES = {
	sign_in: { address: [50, 15 * MINUTE], both: [10, 15 * MINUTE], account: [100, HOUR] },
	// Of whoever is signed in: what strangers try must not keep them from their settings.
	password_again: { address: [50, 15 * MINUTE], both: [10, 15 * MINUTE], account: [100, HOUR] },
	sign_up: { address: [20, HOUR], both: [5, HOUR], account: [5, HOUR] },
	reset: { address: [20, HOUR], both: [3, HOUR], account: [3, HOUR] },
	leaked_key: { address: [20, HOUR], both: [20, HOUR], account: [20, HOUR] },
} as const satisfies { readonly [what: string]: Rule };

/** How long an address from which an attempt succeeded is known for it, in milliseconds. */
const KNOWN = 30 * 24 * HOUR * 1000;

type Limit = readonly [attempts: number, seconds: number];

interface Rule {
	readonly address: Limit;
	readonly both: Limit;
	readonly account: Limit;
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
	/** After an attempt that succeeded: forgets those on the account, from here and from anywhere, and knows the address. */
	forgive(what: Attempt, who: Required<Trier>): Promise<void>;
	close(): void;
}

/**
 * Opens the counts of attempts in the folder of the state. They lie in a file of their own: nothing is lost with it, so
 * its writes need not wait for the disk, and keys that are held in memory stay held when someone tries passwords. A
 * damaged file is begun anew.
 */
export function openAttempts(folder: string): Attempts {
	const file = join(folder, 'attempts.sqlite');
	const db = openOrBeginAnew(file);
	const limiters = new Map(
		Object.entries(RULES).flatMap(([what, rule]: [string, Rule]) =>
			Object.entries(rule).map(([by, limit]) => [`${what} ${by}`, limiter(db, `${what} ${by}`, limit)] as const),
		),
	);
	// Few at a time: after an attack from many addresses there may be millions.
	const clear = db.prepare(
		'DELETE FROM attempts WHERE rowid IN (SELECT rowid FROM attempts WHERE expire < ? LIMIT 1000)',
	);
	const isKnown = db.prepare<[string, number]>('SELECT 1 FROM attempts WHERE key = ? AND expire > ?');
	const know = db.prepare<[string, number]>('INSERT OR REPLACE INTO attempts VALUES (?, 0, ?)');
	return {
		async take(what, who) {
			const now = Date.now();
			clear.run(now);
			const names = namesOf(who);
			if (isKnown.get(`${what} known ${names.both}`, now)) delete names.account;
			const waits = Object.entries(names).map(([by, name]) => consume(limiters.get(`${what} ${by}`)!, name));
			return Math.max(...(await Promise.all(waits)));
		},
		async forgive(what, who) {
			const { both, account } = namesOf(who);
			await limiters.get(`${what} both`)!.delete(both!);
			await limiters.get(`${what} account`)!.delete(account!);
			know.run(`${what} known ${both}`, Date.now() + KNOWN);
		},
		close: () => void db.close(),
	};
}

function openOrBeginAnew(file: string): Database.Database {
	try {
		return openPrivate(file, prepare);
	} catch (error) {
		if (!(error instanceof Database.SqliteError) || !/^SQLITE_(NOTADB|CORRUPT)/.test(error.code)) throw error;
		for (const part of ['', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
		return openPrivate(file, prepare);
	}
}

function prepare(db: Database.Database): void {
	// No loss of power damages it, and yet no attempt waits for the disk.
	db.pragma('synchronous = NORMAL');
	db.exec(
		`CREATE TABLE IF NOT EXISTS attempts (key TEXT PRIMARY KEY, points INTEGER NOT NULL, expire INTEGER);
		CREATE INDEX IF NOT EXISTS attempts_by_expire ON attempts (expire);`,
	);
}

function limiter(db: Database.Database, keyPrefix: string, [points, duration]: Limit): RateLimiterSQLite {
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

/** What each limit counts someone by. E-mail addresses that were tried are nobody's business, so hashes of them. */
function namesOf({ address, account }: Trier): { address: string; both?: string; account?: string } {
	const group = addressGroup(address);
	if (account === undefined) return { address: group };
	const name = account.trim().toLowerCase();
	return { address: group, both: hashOf(`${name} ${group}`), account: hashOf(name) };
}

function hashOf(text: string): string {
	return hash('sha256', text, 'base64url');
}
