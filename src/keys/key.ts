import { toTimestamp } from '../catalog/fields.ts';
import type { Plan } from './plan.ts';
import type { Scope } from './scope.ts';

/** The most active keys of an account (interface 8). */
export const MOST_ACTIVE_KEYS = 10;

/** A key as it is kept: never the key itself. Times are timestamps. */
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
	/** To the minute. */
	readonly last_used_at: string | null;
}

export type KeyState = 'active' | 'expired' | 'revoked';

/** @param now is asked only where the answer depends on it */
export function stateOf(key: Pick<Key, 'expires_at' | 'revoked_at'>, now: () => Date): KeyState {
	if (key.revoked_at !== null) return 'revoked';
	return key.expires_at !== null && key.expires_at <= toTimestamp(now()) ? 'expired' : 'active';
}

/** What a key is called where there may be others of its name. */
export function titleOf({ name, prefix }: Pick<Key, 'name' | 'prefix'>): string {
	return `${name} (${prefix}…)`;
}

/** What a request with a key needs to know. */
export interface KeyRecord extends Pick<Key, 'id' | 'prefix' | 'expires_at' | 'revoked_at'> {
	/** The scopes that the key was made with and its account's plan still allows. */
	readonly granted: readonly Scope[];
	/** Of its account. */
	readonly plan: Plan;
}
