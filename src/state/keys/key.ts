import type { Plan } from '../../config/plan.ts';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import { planAllows, type Scope } from './scope.ts';

/** The maximum number of active keys of an account (interface 8). */
export const MOST_ACTIVE_KEYS = 10;
/** The maximum number of keys that the owner of an account can create in an hour, rotations included. */
export const MOST_NEW_KEYS = 10;

/** The number of days for which a revoked or expired key stays in the list. Then it is removed. */
export const ENDED_KEYS_KEPT = 90;

/**
 * Why a key is not added to an account: the account has the maximum number of active keys, or was given the maximum
 * number of new keys in the last hour.
 */
export type KeyRefusal = 'full' | { /** Whole seconds until the account can have a new key. */ readonly wait: number };

/** A key as it is stored, without its secret. Times are timestamps. */
export interface Key {
	readonly id: string;
	readonly account_id: string;
	readonly name: string;
	/** The first characters of the key. */
	readonly prefix: string;
	readonly scopes: readonly Scope[];
	readonly created_at: string;
	readonly expires_at: string | null;
	readonly revoked_at: string | null;
	/** The time of the last use, to the minute. */
	readonly last_used_at: string | null;
}

type KeyState = 'active' | 'expired' | 'revoked';

/** @param now returns the current time. Called only if the key has an expiry date and is not revoked */
export function stateOf(key: Pick<Key, 'expires_at' | 'revoked_at'>, now: () => Date): KeyState {
	if (key.revoked_at !== null) return 'revoked';
	return key.expires_at !== null && key.expires_at <= toTimestamp(now()) ? 'expired' : 'active';
}

/** Returns a key's name and prefix, because several keys can have the same name. */
export function titleOf({ name, prefix }: Pick<Key, 'name' | 'prefix'>): string {
	return `${name} (${prefix}…)`;
}

/** The fields of a key that are needed to handle a request. */
export interface KeyRecord extends Pick<Key, 'id' | 'account_id' | 'prefix' | 'expires_at' | 'revoked_at'> {
	/** The scopes of the key, without those that the account's plan no longer allows. */
	readonly granted: readonly Scope[];
	readonly plan: Plan;
}

/** A key as the query of a key reader returns it. */
export interface KeyRow extends Omit<KeyRecord, 'granted'> {
	/** The scopes that the key was created with, as a JSON array. */
	readonly scopes: string;
}

export function recordOf({ scopes, ...fields }: KeyRow): KeyRecord {
	const made: readonly Scope[] = JSON.parse(scopes);
	return { ...fields, granted: made.filter((scope) => planAllows(fields.plan, scope)) };
}
