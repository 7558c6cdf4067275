/** Decides whether a key opens the door, and which rooms (interface 5, decisions "Keys, accounts, plans"). */
import { type KeyRecord, stateOf } from './key.ts';
import type { Scope } from './scope.ts';
import { hashOf, isWellFormed } from './secret.ts';

export type Verdict =
	| {
			readonly ok: true;
			readonly id: string;
			/** The first characters of the key, for the log. */
			readonly prefix: string;
			/** The scopes that the key was made with and its account's plan still allows. */
			readonly scopes: readonly Scope[];
	  }
	| {
			readonly ok: false;
			readonly code: 'MISSING_API_KEY' | 'INVALID_API_KEY' | 'REVOKED_API_KEY' | 'EXPIRED_API_KEY';
	  };

/** Where keys are looked up. */
export interface KeyLookup {
	/** The key with this hash as it is at this moment, in whichever process it was changed last. */
	findByHash(hash: string): KeyRecord | undefined;
}

const REFUSALS = { revoked: 'REVOKED_API_KEY', expired: 'EXPIRED_API_KEY' } as const;

/**
 * Decides on the value of the header `X-API-Key`.
 *
 * @param prefix what every key starts with
 */
export function verifyKey(key: string | undefined, lookup: KeyLookup, prefix: string, now: () => Date): Verdict {
	if (key === undefined || key === '') return { ok: false, code: 'MISSING_API_KEY' };
	const record = isWellFormed(key, prefix) ? lookup.findByHash(hashOf(key)) : undefined;
	if (record === undefined) return { ok: false, code: 'INVALID_API_KEY' };
	const state = stateOf(record, now);
	if (state !== 'active') return { ok: false, code: REFUSALS[state] };
	return {
		ok: true,
		id: record.id,
		prefix: record.prefix,
		scopes: record.granted,
	};
}
