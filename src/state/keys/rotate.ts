import { UserError } from '../../shared/user-error.ts';
import type { Account } from './account.ts';
import { type MadeKey, makeKey, TooManyNewKeys } from './create.ts';
import { type Key, type KeyRefusal, MOST_ACTIVE_KEYS } from './key.ts';
import { hashOf } from './secret.ts';

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
