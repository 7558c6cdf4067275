/** Limits on signing in and on changing accounts, shared by all processes. */
import { hash } from 'node:crypto';
import { addressGroup, networkOf } from '../../api/limits/address.ts';
import type { State } from '../../state/state.ts';
import { AttemptCounts, type Limit } from './attempt-counts.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * The limits of each kind of attempt: on one account from one network (`both`), from one IP address (`address`), and on
 * one account from anywhere (`account`). “Account” here means the email address that was entered, whether or not
 * there is an account with that address. If an attempt on an account has recently succeeded from a network, the
 * `account` limit does not apply to that network, so that strangers cannot lock the owner out. A network is an IPv4
 * address, or an IPv6 /48 network. In the `address` limits, each /64 network is an IP address.
 */
const RULES = {
	sign_in: { address: [50, 15 * MINUTE], both: [10, 15 * MINUTE], account: [100, HOUR] },
	// For signed-in users who must type their password again. These attempts are counted separately, so that strangers
	// who fail to sign in cannot lock the owner out of the settings.
	password_again: { address: [50, 15 * MINUTE], both: [10, 15 * MINUTE], account: [100, HOUR] },
	// `sign_up` and `reset` have no `account` limit, because other people's requests must not block the owner. MAILS
	// limits how many emails the owner gets.
	sign_up: { address: [20, HOUR], both: [10, HOUR] },
	reset: { address: [20, HOUR], both: [3, HOUR] },
	// Browsers send a change a second after it was made, or at once when the page is closed.
	saved: { address: [6000, HOUR], both: [2000, HOUR], account: [2000, HOUR] },
	// Keys of feeds that do not exist.
	saved_feed: { address: [30, HOUR], both: [30, HOUR] },
	review: { address: [100, HOUR], both: [30, HOUR], account: [30, HOUR] },
	claim: { address: [40, HOUR], both: [20, HOUR], account: [20, HOUR] },
	// The account of all reporters is the same, so its limit is the one on all reports.
	fact_report: { address: [5, HOUR], both: [5, HOUR], account: [200, HOUR] },
	leaked_key: { address: [20, HOUR], both: [20, HOUR], account: [20, HOUR] },
} as const satisfies { readonly [attempt: string]: Rule };

/** A /48 network has this many times the limit of an IP address. */
const IN_NETWORK = 10;

/**
 * The maximum number of emails to one address, and the period in seconds. Emails over the limit are not sent. A link to
 * reset a password works no matter who requested it. A link to confirm a sign-up works only for that sign-up, so emails
 * that strangers requested do not help the owner. That is why `confirm_address` has a higher limit.
 */
const MAILS = {
	confirm_address: [20, HOUR],
	account_exists: [3, HOUR],
	reset_password: [5, HOUR],
	confirm_new_address: [5, HOUR],
} as const satisfies { readonly [mail: string]: Limit };

/** How long a network is remembered after a successful attempt, in milliseconds. */
const KNOWN = 30 * 24 * HOUR * 1000;

interface Rule {
	readonly address: Limit;
	readonly both: Limit;
	readonly account?: Limit;
}

interface Keys {
	readonly address: string;
	readonly network: string | undefined;
	readonly both?: string;
	readonly account?: string;
}

export type Attempt = keyof typeof RULES;
export type LimitedMail = keyof typeof MAILS;

/** The IP address of the client, and the account that the client tries to use. */
export interface AttemptSubject {
	readonly address: string;
	readonly account?: string | undefined;
}

export interface Attempts {
	/** Counts an attempt. Returns the number of seconds to wait if it is refused, and then counts nothing. Otherwise 0. */
	take(attempt: Attempt, subject: AttemptSubject): Promise<number>;
	/**
	 * Call this after a successful attempt. It resets the `both` and `account` counts, and remembers the network
	 * for this account.
	 */
	forgive(attempt: Attempt, subject: Required<AttemptSubject>): Promise<void>;
	/**
	 * Marks a token or a code as used, for a number of milliseconds. Returns false if it was used before.
	 *
	 * @param kind what it is
	 */
	useOnce(kind: string, token: string, life: number): Promise<boolean>;
	/** Counts an email to an address. Returns whether the email may be sent. */
	mayMail(mail: LimitedMail, account: string): Promise<boolean>;
}

/** @param report logs that the store cannot be used, so that attempts are counted in memory */
export function countAttempts(state: Pick<State, 'attempts'>, report: (error: unknown) => void): Attempts {
	const counts = new AttemptCounts(state.attempts, report);
	return {
		async take(attempt, subject) {
			const { both, address, network, account } = keysOf(subject);
			const rule: Rule = RULES[attempt];
			const [most, seconds] = rule.address;
			const isKnown = account !== undefined && (await counts.isRemembered(`${attempt} known ${both}`));
			const limits = [
				{ by: 'both', key: both, limit: rule.both },
				{ by: 'address', key: address, limit: rule.address },
				{ by: 'network', key: network, limit: [most * IN_NETWORK, seconds] as const },
				{ by: 'account', key: isKnown ? undefined : account, limit: rule.account },
			];
			return counts.take(
				limits.flatMap(({ by, key, limit }) => (key && limit ? [{ name: `${attempt} ${by}`, key, limit }] : [])),
			);
		},
		async forgive(attempt, subject) {
			const { both, account } = keysOf(subject);
			await Promise.all([
				counts.forget(`${attempt} both`, both!),
				counts.forget(`${attempt} account`, account!),
				counts.remember(`${attempt} known ${both}`, KNOWN),
			]);
		},
		async useOnce(kind, token, life) {
			return (await counts.take([{ name: kind, key: hashOf(token), limit: [1, life / 1000] }])) === 0;
		},
		async mayMail(mail, account) {
			return (await counts.take([{ name: `${mail} mail`, key: hashOf(normal(account)), limit: MAILS[mail] }])) === 0;
		},
	};
}

/**
 * Returns the key under which each limit counts attempts. Email addresses in keys are hashed, because the addresses
 * that people enter are private.
 */
function keysOf({ address, account }: AttemptSubject): Keys {
	const [group, network] = [addressGroup(address), networkOf(address)];
	const keys = { address: group, network: network === group ? undefined : network };
	if (account === undefined) return keys;
	const name = normal(account);
	return { ...keys, both: hashOf(`${name} ${network}`), account: hashOf(name) };
}

function normal(account: string): string {
	return account.trim().toLowerCase();
}

function hashOf(text: string): string {
	return hash('sha256', text, 'base64url');
}
