import { ADD_ACCOUNT } from './account-store.ts';
import { addPassword } from './credential-store.ts';
import { get, run, Store, type Work } from './database.ts';
import type { Account } from './keys/account.ts';

/** A sign-up whose email address is not confirmed yet. */
interface SignUp {
	readonly email: string;
	/** The scrypt hash of the password. */
	readonly password: string;
}

/** The SHA-256 hash of the token in a confirmation link. */
type TokenHash = string;

const FIND = 'SELECT email, password FROM sign_ups WHERE token = @token AND expires_at > @now';
const REMOVE_ALL = 'DELETE FROM sign_ups WHERE email = @email';

/** The sign-ups whose email addresses are not confirmed yet. A confirmed sign-up becomes an account. */
export class SignUpStore extends Store {
	/**
	 * Adds a sign-up that has no link yet.
	 *
	 * @param id a new ID, which needs no secrecy
	 * @param expires_at a timestamp. After it, the sign-up is removed
	 */
	async add(id: string, signUp: SignUp, expires_at: string): Promise<void> {
		await this.db.run(
			'INSERT INTO sign_ups (id, token, email, password, expires_at) VALUES (@id, @token, @email, @password, @expires_at)',
			// This token has no link, because it is not the hash of anything.
			{ ...signUp, id, token: `none ${id}`, expires_at },
		);
	}

	/**
	 * Makes a link work for a sign-up, and any earlier link of it stop working. Returns the email address of the
	 * sign-up, or undefined if the sign-up was confirmed or has expired.
	 *
	 * @param expires_at a timestamp, after which the link does not work and the sign-up is removed
	 */
	async setLink(id: string, token: TokenHash, expires_at: string, now: string): Promise<string | undefined> {
		const set = `UPDATE sign_ups SET token = @token, expires_at = @expires_at
			WHERE id = @id AND expires_at > @now RETURNING email`;
		const values = { id, token, expires_at, now };
		return (await this.db.transaction(() => get<{ email: string }>(set, values)))?.email;
	}

	/** Changes when a sign-up is removed, because its email is still waiting. @param expires_at a timestamp */
	async extend(id: string, expires_at: string): Promise<void> {
		await this.db.run('UPDATE sign_ups SET expires_at = @expires_at WHERE id = @id', { id, expires_at });
	}

	/** Finds a sign-up by its link, if the link still works. */
	async find(token: TokenHash, now: string): Promise<SignUp | undefined> {
		return this.db.get(FIND, { token, now });
	}

	/**
	 * Creates the account for a confirmed sign-up, and removes all sign-ups with the same address, in one transaction.
	 *
	 * @returns false when the link no longer works or the address already has an account
	 */
	async confirm(token: TokenHash, account: Account): Promise<boolean> {
		return this.db.transaction(function* () {
			const signUp = yield* get<SignUp>(FIND, { token, now: account.created_at });
			return signUp !== undefined && (yield* open(account, signUp.password, true));
		});
	}

	/** Creates an account whose address is unconfirmed. Returns false if the address already has an account. */
	async openUnconfirmed(account: Account, password: string): Promise<boolean> {
		return this.db.transaction(() => open(account, password, false));
	}

	/** Removes all sign-ups with an address, so that their links no longer work. */
	async removeAll(email: string): Promise<void> {
		await this.db.run(REMOVE_ALL, { email });
	}
}

function* open(account: Account, password: string, isVerified: boolean): Work<boolean> {
	yield* run(REMOVE_ALL, { email: account.email });
	const added = yield* run(ADD_ACCOUNT, { ...account, verified: Number(isVerified) });
	if (added === 0) return false;
	yield* addPassword(account.id, password, account.created_at);
	return true;
}
