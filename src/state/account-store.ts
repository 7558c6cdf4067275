import type { Plan } from '../config/plan.ts';
import { toTimestamp } from '../shared/to-timestamp.ts';
import { endClaims } from './claim-store.ts';
import { isDuplicate, lockAccount, run, Store, type Work, withSeconds } from './database.ts';
import type { Account } from './keys/account.ts';
import { endPending } from './pending.ts';
import { insertProposal } from './proposal-store.ts';
import type { ReviewEnding } from './proposals/review.ts';
import { approvedReviews } from './review-store.ts';
import { dropUnsent } from './webhooks/emit.ts';

const ACCOUNT = 'SELECT id, email, plan, created_at FROM accounts';
/** Adds an account, unless its email address has one already. `@verified` is 0 or 1. */
export const ADD_ACCOUNT = `INSERT INTO accounts (id, email, plan, created_at, updated_at, email_verified)
	VALUES (@id, @email, @plan, @created_at, @created_at, @verified) ON CONFLICT DO NOTHING`;

/**
 * Reads and changes accounts for the commands and the dashboard. better-auth uses the same table when users sign in.
 */
export class AccountStore extends Store {
	/**
	 * Adds an account on behalf of the operator. The email address counts as confirmed, because the operator vouches
	 * for it.
	 *
	 * @returns false when the address has an account already
	 */
	async add(account: Account): Promise<boolean> {
		return (await this.db.run(ADD_ACCOUNT, { ...account, verified: 1 })) === 1;
	}

	async findById(id: string): Promise<Account | undefined> {
		return asAccount(await this.db.get<Account>(`${ACCOUNT} WHERE id = @id`, { id }));
	}

	async findByEmail(email: string): Promise<Account | undefined> {
		return asAccount(await this.db.get<Account>(`${ACCOUNT} WHERE email = @email`, { email }));
	}

	/** All accounts, oldest first. */
	async all(): Promise<Account[]> {
		return (await this.db.all<Account>(`${ACCOUNT} ORDER BY created_at, rowid`)).map((row) => asAccount(row)!);
	}

	/** Sets the plan of an account. Returns false if there is no such account. */
	async setPlan(email: string, plan: Plan): Promise<boolean> {
		const set = function* () {
			return (yield* run('UPDATE accounts SET plan = @plan WHERE email = @email', { email, plan })) === 1;
		};
		return this.db.transaction(set, { endsKeys: true });
	}

	/**
	 * Changes an account's email address and removes its pending links and pending sign-ins. Returns false, and
	 * changes nothing, if another account has the address.
	 */
	async setEmail(id: string, email: string, verified: boolean): Promise<boolean> {
		const set = 'UPDATE accounts SET email = @email, email_verified = @verified WHERE id = @id';
		try {
			return await this.db.transaction(function* () {
				yield* endPending(id);
				return (yield* run(set, { id, email, verified: Number(verified) })) === 1;
			});
		} catch (error) {
			if (isDuplicate(error)) return false;
			throw error;
		}
	}

	/** Turns two-factor authentication off for an owner who has lost their app. Returns whether it was on. */
	async turnOffTwoFactor(id: string): Promise<boolean> {
		return this.db.transaction(() => turnOffTwoFactor(id));
	}

	async endPending(id: string): Promise<void> {
		await this.db.transaction(() => endPending(id));
	}

	/**
	 * Deletes an account with all its data, except its ID. When the promise resolves, every process refuses the account's
	 * keys. Its published reviews are content of the directory, so editors are asked to end them.
	 *
	 * @param now a timestamp
	 */
	async delete(id: string, reviews: ReviewEnding = 'erase', now = toTimestamp(new Date())): Promise<void> {
		const remove = function* () {
			yield* endPending(id);
			yield* endReviews(id, reviews, now);
			yield* endClaims(id, now);
			yield* run('INSERT INTO deleted_accounts (id) SELECT id FROM accounts WHERE id = @id ON CONFLICT DO NOTHING', {
				id,
			});
			yield* run('DELETE FROM accounts WHERE id = @id', { id });
			yield* dropUnsent();
		};
		await this.db.transaction(remove, { endsKeys: true, overwrites: true });
	}
}

/** Returns whether two-factor authentication was on. */
export function* turnOffTwoFactor(id: string): Work<boolean> {
	yield* run('DELETE FROM two_factors WHERE account_id = @id', { id });
	return (yield* run('UPDATE accounts SET two_factor = FALSE WHERE id = @id AND two_factor = TRUE', { id })) === 1;
}

/** Converts a row to an account. Removes the milliseconds that better-auth writes in times. */
function asAccount(row: Account | undefined): Account | undefined {
	return row && { ...row, created_at: withSeconds(row.created_at) };
}

/** What editors see as the sender, because nothing of the account is left. */
const FORMER_AUTHOR = 'An author who deleted their account';

/**
 * Asks the editors to take an account's published reviews out of the directory, or their author out of them. These
 * proposals outlive the account, and no limit refuses them.
 */
export function* endReviews(account: string, action: ReviewEnding, now: string): Work<void> {
	yield* lockAccount(account);
	for (const { id, program } of yield* approvedReviews(account)) {
		const fields = { action, id };
		yield* insertProposal(
			{ account_id: null, author: FORMER_AUTHOR, kind: 'review', target: program, fields, base: null },
			now,
		);
	}
}
