import { ADD_ACCOUNT } from './account-store.ts';
import { addPassword } from './add-password.ts';
import { type Database, get, run, type Work } from './database.ts';
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
export class SignUpStore {
	readonly #db: Database;

	constructor(db: Database) {
		this.#db = db;
	}

	/** @param expires_at a timestamp */
	async add(token: TokenHash, signUp: SignUp, expires_at: string): Promise<void> {
		await this.#db.run(
			'INSERT INTO sign_ups (token, email, password, expires_at) VALUES (@token, @email, @password, @expires_at)',
			{ ...signUp, token, expires_at },
		);
	}

	/** Finds a sign-up by its link, if the link still works. */
	async find(token: TokenHash, now: string): Promise<SignUp | undefined> {
		return this.#db.get(FIND, { token, now });
	}

	/**
	 * Creates the account for a confirmed sign-up, and removes all sign-ups with the same address, in one transaction.
	 *
	 * @returns false when the link no longer works or the address already has an account
	 */
	async confirm(token: TokenHash, account: Account): Promise<boolean> {
		return this.#db.transaction(function* () {
			const signUp = yield* get<SignUp>(FIND, { token, now: account.created_at });
			return signUp !== undefined && (yield* open(account, signUp.password, true));
		});
	}

	/** Creates an account whose address is unconfirmed. Returns false if the address already has an account. */
	async openUnconfirmed(account: Account, password: string): Promise<boolean> {
		return this.#db.transaction(() => open(account, password, false));
	}

	/** Removes all sign-ups with an address, so that their links no longer work. */
	async removeAll(email: string): Promise<void> {
		await this.#db.run(REMOVE_ALL, { email });
	}
}

function* open(account: Account, password: string, isVerified: boolean): Work<boolean> {
	yield* run(REMOVE_ALL, { email: account.email });
	const added = yield* run(ADD_ACCOUNT, { ...account, verified: Number(isVerified) });
	if (added === 0) return false;
	yield* addPassword(account.id, password, account.created_at);
	return true;
}
