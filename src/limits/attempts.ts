/** Limits on what someone may try who has no session or wants to change one: few, and shared by all processes. */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { addressGroup } from './address.ts';
import { AttemptStore, type Limit } from './attempt-store.ts';

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
	// Nobody is refused for what others ask for an account; MAILS limits what its owner gets.
	sign_up: { address: [20, HOUR], both: [10, HOUR] },
	reset: { address: [20, HOUR], both: [3, HOUR] },
	leaked_key: { address: [20, HOUR], both: [20, HOUR], account: [20, HOUR] },
} as const satisfies { readonly [what: string]: Rule };

/**
 * Mails to one e-mail address that anyone can cause, and seconds. Above that none are sent. A link to reset a password works
 * for an hour whoever asked for it; that of a sign-up only for that sign-up, so of those there are more.
 */
const MAILS = {
	confirm_address: [20, HOUR],
	account_exists: [3, HOUR],
	reset_password: [5, HOUR],
	confirm_new_address: [5, HOUR],
} as const satisfies { readonly [mail: string]: Limit };

/** How long an address from which an attempt succeeded is known for it, in milliseconds. */
const KNOWN = 30 * 24 * HOUR * 1000;

interface Rule {
	readonly address: Limit;
	readonly both: Limit;
	readonly account?: Limit;
}

export type Attempt = keyof typeof RULES;
export type LimitedMail = keyof typeof MAILS;

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
	/** Counts a mail to an e-mail address. Returns whether it may be sent. */
	mayMail(mail: LimitedMail, account: string): Promise<boolean>;
	close(): void;
}

/**
 * Counts attempts in the folder of the state. They lie in a file of their own: nothing is lost with it, so its writes need
 * not wait for the disk, and keys that are held in memory stay held when someone tries passwords.
 *
 * @param report takes note of it when the file cannot be used; attempts are counted in memory then
 */
export function openAttempts(folder: string, report: (error: unknown) => void): Attempts {
	const limits = new Map<string, Limit>(Object.entries(MAILS).map(([mail, limit]) => [`${mail} mail`, limit]));
	for (const [what, rule] of Object.entries(RULES)) {
		for (const [by, limit] of Object.entries(rule)) limits.set(`${what} ${by}`, limit);
	}
	const store = new AttemptStore(join(folder, 'attempts.sqlite'), limits, report);
	return {
		async take(what, who) {
			const now = Date.now();
			const names = namesOf(who);
			if (await store.isKnown(`${what} known ${names.both}`, now)) delete names.account;
			const counted = Object.entries(names)
				.filter(([by]) => limits.has(`${what} ${by}`))
				.map(([by, name]) => store.consume(`${what} ${by}`, name));
			const [, ...waits] = await Promise.all([store.clear(now), ...counted]);
			return Math.max(...waits);
		},
		async forgive(what, who) {
			const { both, account } = namesOf(who);
			await Promise.all([
				store.forget(`${what} both`, both!),
				limits.has(`${what} account`) && store.forget(`${what} account`, account!),
				store.know(`${what} known ${both}`, Date.now() + KNOWN),
			]);
		},
		mayMail: async (mail, account) => (await store.consume(`${mail} mail`, hashOf(normal(account)))) === 0,
		close: () => store.close(),
	};
}

/** What each limit counts someone by. E-mail addresses that were tried are nobody's business, so hashes of them. */
function namesOf({ address, account }: Trier): { address: string; both?: string; account?: string } {
	const group = addressGroup(address);
	if (account === undefined) return { address: group };
	const name = normal(account);
	return { address: group, both: hashOf(`${name} ${group}`), account: hashOf(name) };
}

function normal(account: string): string {
	return account.trim().toLowerCase();
}

function hashOf(text: string): string {
	return hash('sha256', text, 'base64url');
}
