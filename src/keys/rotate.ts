import { UserError } from '../shared/user-error.ts';
import type { Account } from './account.ts';
import { type MadeKey, makeKey } from './create.ts';
import { type Key, MOST_ACTIVE_KEYS } from './key.ts';
import { hashOf } from './secret.ts';

/** A key and the one that follows it. */
export interface Rotation {
	/** The id of the key that ends. */
	readonly old: string;
	/** When it ends, a timestamp: now, and it is revoked in the same step; later, and both live until then. */
	readonly oldEnds: string;
	/** Stored under the old one's name and with its scopes. */
	readonly next: Key;
	readonly hash: string;
}

/** The new key as it was stored, or why there is none. */
export type RotationResult = Key | 'missing' | 'ended' | 'full';

/**
 * Makes the key that follows another of the same account: same name, same scopes (interface 3.1 keeps scopes fixed, so
 * they are kept even where the plan no longer allows them; they grant nothing then).
 *
 * @param oldEnds a timestamp, `now` for at once; a key that ends before that anyway does so
 * @param expires_at of the new key; null for never
 * @param prefix what every key starts with
 * @param rotate stores it, in one step with the end of the old one
 * @throws UserError when there is no such key, it has ended, the new one would have, or both cannot be had at once
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
	if (typeof result === 'object') return { key: result, secret };
	throw new UserError(REFUSALS[result]);
}

const REFUSALS = {
	missing: 'This key does not exist.',
	ended: 'This key is revoked or expired. Create a new one.',
	full: `You have ${MOST_ACTIVE_KEYS} active keys, which is the maximum. Revoke one first, or let the old key expire immediately.`,
} as const;
