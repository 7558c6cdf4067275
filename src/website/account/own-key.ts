import type { AccountSession } from '../../accounts/context.ts';
import { type Key, MOST_ACTIVE_KEYS, stateOf } from '../../state/keys/key.ts';
import { KEYS, keyAddress } from '../addresses.ts';
import { accountRequest, type PageContext, seeOther } from './account-page.ts';

interface OwnKey {
	readonly session: AccountSession;
	readonly key: Key;
	/** Whether the account has the maximum number of active keys. */
	readonly isFull: boolean;
}

/**
 * Finds the key whose ID is in the page address. If there is no such key or no session, returns the response to send
 * instead.
 */
export async function ownKey(context: PageContext): Promise<OwnKey | Response> {
	const session = context.locals.session!;
	const { accounts, request } = await accountRequest(context);
	const keys = await accounts.keys(request);
	if (!keys.ok) return seeOther(KEYS.address);
	const key = keys.value.find(({ id }) => id === context.params.id);
	return key === undefined ? new Response(null, { status: 404 }) : { session, key, isFull: isFull(keys.value) };
}

/** Does the same as `ownKey`, for a page that changes a key. If the key is not active, redirects to the key's page. */
export async function activeKey(context: PageContext): Promise<OwnKey | Response> {
	const own = await ownKey(context);
	return own instanceof Response || isActive(own.key) ? own : seeOther(keyAddress(own.key.id));
}

export function isActive(key: Key): boolean {
	return stateOf(key, () => new Date()) === 'active';
}

const DAY = 24 * 60 * 60 * 1000;
/** Keys that expire within this many days are marked on pages. */
const SOON = 7;

/** Returns the time until a key expires, in words, or undefined if the key does not expire within a week. */
export function endsSoon({ expires_at }: Pick<Key, 'expires_at'>, now: Date): string | undefined {
	if (expires_at === null) return undefined;
	const days = Math.ceil((Date.parse(expires_at) - now.getTime()) / DAY);
	if (days > SOON) return undefined;
	return days <= 1 ? 'within a day' : `in ${days} days`;
}

export function isFull(keys: readonly Key[]): boolean {
	return keys.filter(isActive).length >= MOST_ACTIVE_KEYS;
}
