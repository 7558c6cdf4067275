/** Decides whether a key is valid, and which scopes it has. See interface 5, and decisions, "Keys, accounts, plans". */

import type { Plan } from '../../config/plan.ts';
import { type KeyRecord, stateOf } from './key.ts';
import type { Scope } from './scope.ts';
import { isWellFormed } from './secret.ts';

export type Verdict =
	| {
			readonly ok: true;
			readonly id: string;
			/** The ID of the key's account. */
			readonly account: string;
			/** The first characters of the key, for the log. */
			readonly prefix: string;
			/** The key's scopes, without those that its account's plan no longer allows. */
			readonly scopes: readonly Scope[];
			readonly plan: Plan;
	  }
	| {
			readonly ok: false;
			readonly code: 'REVOKED_API_KEY' | 'EXPIRED_API_KEY';
			readonly id: string;
	  }
	| { readonly ok: false; readonly code: 'MISSING_API_KEY' | 'INVALID_API_KEY'; readonly id?: undefined };

type Found = KeyRecord | undefined;

/** Looks up keys, synchronously or over a network. */
export interface KeyLookup {
	/**
	 * Returns the current state of a key, even if another process has just changed it.
	 *
	 * @param exists returns false if the key is malformed, so that it cannot exist. `find` calls it before an expensive
	 *   query
	 */
	find(key: string, exists: () => boolean): Found | Promise<Found>;
}

const REFUSALS = { revoked: 'REVOKED_API_KEY', expired: 'EXPIRED_API_KEY' } as const;

/** Checks the value of the `X-API-Key` header. Returns a promise only if keys are looked up over a network. */
export type VerifyKey = (key: string | undefined) => Verdict | Promise<Verdict>;

/** @param prefix the prefix of every key */
export function keyVerifier(lookup: KeyLookup, prefix: string, now = () => new Date()): VerifyKey {
	return (key) => {
		if (key === undefined || key === '') return { ok: false, code: 'MISSING_API_KEY' };
		const found = lookup.find(key, () => isWellFormed(key, prefix));
		return found instanceof Promise ? found.then((record) => decide(record, now)) : decide(found, now);
	};
}

function decide(record: Found, now: () => Date): Verdict {
	if (record === undefined) return { ok: false, code: 'INVALID_API_KEY' };
	const state = stateOf(record, now);
	if (state !== 'active') return { ok: false, code: REFUSALS[state], id: record.id };
	const { id, account_id: account, prefix, granted: scopes, plan } = record;
	return { ok: true, id, account, prefix, scopes, plan };
}
