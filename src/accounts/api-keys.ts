import { toTimestamp } from '../shared/to-timestamp.ts';
import { UserError } from '../shared/user-error.ts';
import type { Account } from '../state/keys/account.ts';
import { createKey, type KeyOptions, type MadeKey, nameOf, rotateKey, TooManyNewKeys } from '../state/keys/create.ts';
import type { Key } from '../state/keys/key.ts';
import { hashOf, isWellFormed } from '../state/keys/secret.ts';
import { StateUnavailable } from '../state/unavailable.ts';
import type { DayUsage, EndpointUsage, KeyRequest } from '../state/usage-store.ts';
import { type AccountContext, checkLimit, type RequestContext, recordKeyEvent } from './context.ts';
import { failure, ok, type Result } from './result.ts';
import { asSignedIn, findSession } from './session.ts';

const DAY = 24 * 60 * 60 * 1000;
/** The number of days for which usage is shown, including today. */
export const USAGE_DAYS = 30;

/** Actions on the signed-in account's API keys. A key of another account is treated as missing. */
export function apiKeys(context: AccountContext) {
	const { state } = context;

	return {
		/** Returns the account's keys: first the active keys, then the others. Both groups are sorted newest first. */
		keys: (request: RequestContext): Promise<Result<Key[]>> =>
			asOwner(context, request, ({ id }, now) => state.keys.ofAccount(id, now)),

		/** Returns how often each key was used on each of the last thirty days. Days without use are left out. */
		usage: (request: RequestContext): Promise<Result<DayUsage[]>> =>
			asOwner(context, request, ({ id }) => state.usage.ofAccount(id, firstDay(new Date()))),

		/**
		 * Returns how often a key was used in the last thirty days, grouped by endpoint and status. Also returns the
		 * key's latest requests, newest first.
		 */
		keyUse: (
			request: RequestContext,
			id: string,
		): Promise<Result<{ readonly endpoints: EndpointUsage[]; readonly requests: KeyRequest[] }>> =>
			asOwner(context, request, async (account) => {
				await findOwn(context, account, id);
				const endpoints = await state.usage.byEndpoint(id, firstDay(new Date()));
				return { endpoints, requests: await state.usage.requests(id) };
			}),

		createKey: (request: RequestContext, options: KeyOptions): Promise<Result<MadeKey>> =>
			asOwner(context, request, async (account, now) => {
				const made = await createKey(account, options, context.keyPrefix, now, (key, hash) =>
					state.keys.add(key, hash, 'owner'),
				);
				await recordKeyEvent(context, made.key, 'key_made', request);
				return made;
			}),

		renameKey: (request: RequestContext, id: string, name: string): Promise<Result> =>
			asOwner(context, request, async (account) => {
				const key = { ...(await findOwn(context, account, id)), name: nameOf(name) };
				await state.keys.rename(account.id, id, key.name);
				await recordKeyEvent(context, key, 'key_renamed', request);
				return undefined;
			}),

		/**
		 * @param options `oldEnds` is the timestamp at which the old key stops working, or null if it stops working
		 *   immediately
		 */
		rotateKey: (
			request: RequestContext,
			options: { readonly id: string; readonly oldEnds: string | null; readonly expires_at: string | null },
		): Promise<Result<MadeKey>> =>
			asOwner(context, request, async (account, now) => {
				const checked = { ...options, oldEnds: options.oldEnds ?? now };
				const made = await rotateKey(account, checked, context.keyPrefix, now, (step) => state.keys.rotate(step));
				await recordKeyEvent(context, made.key, 'key_rotated', request);
				return made;
			}),

		/** Revokes a key and returns its new state. If the key was already revoked, nothing changes. */
		revokeKey: (request: RequestContext, id: string): Promise<Result<Key>> =>
			asOwner(context, request, async (account, now) => {
				const key = await findOwn(context, account, id);
				if (await state.keys.revoke(id, now)) await recordKeyEvent(context, key, 'key_revoked', request);
				return findOwn(context, account, id);
			}),

		/**
		 * Revokes a key that someone found in public. The result is the same whether or not the key exists. The owner
		 * gets a notice, and an email if the site can send mail.
		 */
		async revokeLeakedKey(request: RequestContext, secret: string): Promise<Result> {
			const session = await findSession(context, request);
			const limited = await checkLimit(context, 'leaked_key', request, session?.account.email);
			if (limited) return limited;
			const text = secret.trim();
			const key = isWellFormed(text, context.keyPrefix) ? await state.keys.findByHash(hashOf(text)) : undefined;
			if (key !== undefined && (await state.keys.revoke(key.id, toTimestamp(new Date())))) {
				// The event has no IP address, because the request comes from the finder and not from the owner.
				await recordKeyEvent(context, key, 'key_leaked', undefined);
				const owner = await state.accounts.findById(key.account_id);
				if (owner !== undefined)
					await context.mail?.add({ kind: 'key_leaked', to: owner.email, account: owner.id, key: key.id });
			}
			return ok();
		},
	};
}

/**
 * Runs `work` for the signed-in account. If `work` throws a `UserError` other than `StateUnavailable`, returns a
 * failure with the error's message.
 */
export async function asOwner<T>(
	context: AccountContext,
	request: RequestContext,
	work: (owner: Account, now: string) => Promise<T>,
): Promise<Result<T>> {
	try {
		return await asSignedIn(context, request, (account) => work(account, toTimestamp(new Date())));
	} catch (error) {
		if (error instanceof TooManyNewKeys) {
			return { ...failure('TOO_MANY', error.message), retryAfter: error.wait };
		}
		if (error instanceof UserError && !(error instanceof StateUnavailable)) return failure('REFUSED', error.message);
		throw error;
	}
}

async function findOwn({ state }: AccountContext, account: Account, id: string): Promise<Key> {
	const key = await state.keys.findById(id);
	if (key?.account_id !== account.id) throw new UserError('This key does not exist.');
	return key;
}

function firstDay(now: Date): string {
	return toTimestamp(new Date(now.getTime() - (USAGE_DAYS - 1) * DAY)).slice(0, 10);
}
