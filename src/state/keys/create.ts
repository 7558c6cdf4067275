import { toTimestamp } from '../../shared/to-timestamp.ts';
import { UserError } from '../../shared/user-error.ts';
import type { Account } from './account.ts';
import { type Key, type KeyRefusal, MOST_ACTIVE_KEYS, MOST_NEW_KEYS } from './key.ts';
import { planAllows, plansFor } from './scope.ts';
import { hashOf, makeSecret, randomText, shownPart } from './secret.ts';

const ID_LENGTH = 16;
const LONGEST_NAME = 100;
const DAY = 24 * 60 * 60 * 1000;

/** The default number of days after which a new key expires. */
export const DEFAULT_LIFE = 90;

export function daysFrom(now: Date, days: number): string {
	return toTimestamp(new Date(now.getTime() + days * DAY));
}

export type KeyOptions = Pick<Key, 'name' | 'scopes' | 'expires_at'>;

/** A key as it is stored, and its secret. The secret is not stored, so it cannot be read again later. */
export interface MadeKey {
	readonly key: Key;
	readonly secret: string;
}

/**
 * Makes a key for an account (interface 3.1).
 *
 * @param prefix the prefix of every key
 * @param add stores the key. Returns the reason if it did not
 * @throws UserError when the name is invalid, the plan does not allow a scope, the expiry date is in the past, or the
 *   account has the maximum number of active keys
 * @throws TooManyNewKeys when the account has too many new keys
 */
export async function createKey(
	account: Account,
	options: KeyOptions,
	prefix: string,
	now: string,
	add: (key: Key, hash: string) => Promise<KeyRefusal | undefined>,
): Promise<MadeKey> {
	const refused = options.scopes.filter((scope) => !planAllows(account.plan, scope));
	if (refused.length > 0) {
		const needs = refused.map((scope) => `${scope} needs the ${plansFor(scope)} plan`).join('; ');
		throw new UserError(
			`${needs}, and ${account.email} is on the ${account.plan} plan. Leave out the scope, or change the plan first.`,
		);
	}
	const made = makeKey(account.id, { ...options, name: nameOf(options.name) }, prefix, now);
	const refusal = await add(made.key, hashOf(made.secret));
	if (typeof refusal === 'object') throw new TooManyNewKeys(refusal.wait);
	if (refusal === 'full') {
		throw new UserError(
			`${account.email} has ${MOST_ACTIVE_KEYS} active keys, which is the maximum. Revoke one first.`,
		);
	}
	return made;
}

/** The error for a key that an account cannot have yet. */
export class TooManyNewKeys extends UserError {
	override name = 'TooManyNewKeys';
	/** Whole seconds until the account can have a new key. */
	readonly wait: number;

	constructor(wait: number) {
		const minutes = Math.ceil(wait / 60);
		super(
			`An account can create ${MOST_NEW_KEYS} keys in an hour, rotations included. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
		);
		this.wait = wait;
	}
}

/**
 * Checks and trims the name of a key. Names appear in pages, emails and terminals, where control characters could
 * cause harm.
 *
 * @throws UserError when the name is invalid
 */
export function nameOf(given: string): string {
	const name = given.trim();
	if (!/[^\p{C}\p{Z}]/u.test(name)) throw new UserError('Enter a name for the key.');
	if (name.length > LONGEST_NAME) throw new UserError(`A name can have at most ${LONGEST_NAME} characters.`);
	if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)) throw new UserError('A name must be one line without control characters.');
	return name;
}

/** Makes a key without storing it. @throws UserError when the expiry date is in the past */
export function makeKey(accountId: string, options: KeyOptions, prefix: string, now: string): MadeKey {
	if (options.expires_at !== null && options.expires_at <= now)
		throw new UserError('The expiry date must be in the future.');
	const secret = makeSecret(prefix);
	const key: Key = {
		...options,
		id: `key_${randomText(ID_LENGTH)}`,
		account_id: accountId,
		prefix: shownPart(secret),
		created_at: now,
		revoked_at: null,
		last_used_at: null,
	};
	return { key, secret };
}

/** The replacement of a key. */
export interface Rotation {
	/** The ID of the old key. */
	readonly old: string;
	/**
	 * The timestamp at which the old key ends. If it is the current time, the old key is revoked in the same step.
	 * Otherwise, both keys work until that time.
	 */
	readonly oldEnds: string;
	/** The new key. Its name and scopes are empty until it is stored with those of the old key. */
	readonly next: Key;
	readonly hash: string;
}

/** The new key as it was stored, or the reason for a refusal. */
export type RotationResult = { readonly made: Key } | 'missing' | 'ended' | KeyRefusal;

/**
 * Replaces a key with a new one that has the same name and scopes. Scopes are fixed (interface 3.1), so the new key
 * keeps even scopes that the plan no longer allows. Such scopes grant nothing.
 *
 * @param oldEnds the timestamp at which the old key ends, or `now` to end it immediately. If the old key expires
 *   earlier, it keeps its expiry date
 * @param expires_at the timestamp at which the new key expires, or null if it never expires
 * @param prefix the prefix of every key
 * @param rotate stores the new key and ends the old one, in one step
 * @throws UserError when the key does not exist or has ended, the expiry date is in the past, or the account would have
 *   too many active keys
 * @throws TooManyNewKeys when the account has too many new keys
 */
export async function rotateKey(
	account: Account,
	{ id, oldEnds, expires_at }: { readonly id: string; readonly oldEnds: string; readonly expires_at: string | null },
	prefix: string,
	now: string,
	rotate: (rotation: Rotation) => Promise<RotationResult>,
): Promise<MadeKey> {
	const { key: next, secret } = makeKey(account.id, { name: '', scopes: [], expires_at }, prefix, now);
	const result = await rotate({ old: id, oldEnds, next, hash: hashOf(secret) });
	if (typeof result === 'string') throw new UserError(REFUSALS[result]);
	if ('wait' in result) throw new TooManyNewKeys(result.wait);
	return { key: result.made, secret };
}

const REFUSALS = {
	missing: 'This key does not exist.',
	ended: 'This key was revoked or has expired. Create a new one.',
	full: `You have ${MOST_ACTIVE_KEYS} active keys, which is the maximum. Revoke one first, or let the old key expire immediately.`,
} as const;
