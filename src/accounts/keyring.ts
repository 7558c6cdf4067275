import { toTimestamp } from '../catalog/fields.ts';
import { createKey, type KeyWish, type MadeKey, nameOf } from '../keys/create.ts';
import { type Key, titleOf } from '../keys/key.ts';
import { rotateKey } from '../keys/rotate.ts';
import { hashOf, isWellFormed } from '../keys/secret.ts';
import { keyLeaked } from '../mail/messages.ts';
import type { DayUsage } from '../state/usage-store.ts';
import { UserError } from '../user-error.ts';
import type { Account } from './account.ts';
import { type Desk, limit, remember, type Visitor } from './desk.ts';
import { done, type Outcome, refused } from './outcome.ts';
import { whoIs } from './who.ts';

const DAY = 24 * 60 * 60 * 1000;
/** How far back usage is shown, in days, today included. */
export const USAGE_DAYS = 30;

/** The keys of the visitor. Nobody sees or touches another account's: its ids find nothing. */
export function keyring(desk: Desk) {
	const { state } = desk;

	/** Does something as the owner of keys; what cannot be done is told in a sentence. */
	async function asOwner<T>(visitor: Visitor, work: (owner: Account, now: string) => Promise<T>): Promise<Outcome<T>> {
		const who = await whoIs(desk, visitor);
		if (who === undefined) return refused('SIGNED_OUT');
		try {
			return done(await work(who.account, toTimestamp(new Date())));
		} catch (error) {
			if (error instanceof UserError) return refused('REFUSED', error.message);
			throw error;
		}
	}

	/** A key of this account. */
	async function own(account: Account, id: string): Promise<Key> {
		const key = await state.keys.findById(id);
		if (key?.account_id !== account.id) throw new UserError('There is no such key.');
		return key;
	}

	return {
		/** Active ones first, of each the newest first. */
		keys: (visitor: Visitor): Promise<Outcome<Key[]>> =>
			asOwner(visitor, ({ id }, now) => state.keys.ofAccount(id, now)),

		/** The days of the last thirty on which keys were used. */
		usage: (visitor: Visitor): Promise<Outcome<DayUsage[]>> =>
			asOwner(visitor, ({ id }) => state.usage.ofAccount(id, firstDay(new Date()))),

		createKey: (visitor: Visitor, wish: KeyWish): Promise<Outcome<MadeKey>> =>
			asOwner(visitor, async (account, now) => {
				const made = await createKey(account, wish, desk.keyPrefix, now, (key, hash) => state.keys.add(key, hash));
				await remember(desk, account.id, 'key_made', visitor, titleOf(made.key));
				return made;
			}),

		renameKey: (visitor: Visitor, id: string, name: string): Promise<Outcome> =>
			asOwner(visitor, async (account) => {
				const key = { ...(await own(account, id)), name: nameOf(name) };
				await state.keys.rename(account.id, id, key.name);
				await remember(desk, account.id, 'key_renamed', visitor, titleOf(key));
				return undefined;
			}),

		/** @param oldEnds a timestamp: when the old key ends; null for at once */
		rotateKey: (
			visitor: Visitor,
			wish: { readonly id: string; readonly oldEnds: string | null; readonly expires_at: string | null },
		): Promise<Outcome<MadeKey>> =>
			asOwner(visitor, async (account, now) => {
				const checked = { ...wish, oldEnds: wish.oldEnds ?? now };
				const made = await rotateKey(account, checked, desk.keyPrefix, now, (step) => state.keys.rotate(step));
				await remember(desk, account.id, 'key_rotated', visitor, titleOf(made.key));
				return made;
			}),

		/** Returns the key as it is now. To revoke a key again changes nothing. */
		revokeKey: (visitor: Visitor, id: string): Promise<Outcome<Key>> =>
			asOwner(visitor, async (account, now) => {
				const key = await own(account, id);
				if (await state.keys.revoke(id, now)) await remember(desk, account.id, 'key_revoked', visitor, titleOf(key));
				return own(account, id);
			}),

		/**
		 * Ends a key that someone found, whoever they are. The answer is the same whether or not it was a key of ours; its
		 * owner is told, by a notice, and by mail where there is mail.
		 */
		async revokeLeakedKey(visitor: Visitor, secret: string): Promise<Outcome> {
			const who = await whoIs(desk, visitor);
			const limited = await limit(desk, 'leaked_key', visitor, who?.account.email);
			if (limited) return limited;
			const text = secret.trim();
			const key = isWellFormed(text, desk.keyPrefix) ? await state.keys.findByHash(hashOf(text)) : undefined;
			if (key !== undefined && (await state.keys.revoke(key.id, toTimestamp(new Date())))) {
				// Not where it was reported from: that is whoever found it.
				await remember(desk, key.account_id, 'key_leaked', undefined, titleOf(key));
				const owner = await state.accounts.findById(key.account_id);
				if (owner !== undefined) desk.mailer?.send(owner.email, keyLeaked(desk, titleOf(key)));
			}
			return done();
		},
	};
}

/** The first of the days that usage is shown for. */
function firstDay(now: Date): string {
	return toTimestamp(new Date(now.getTime() - (USAGE_DAYS - 1) * DAY)).slice(0, 10);
}
