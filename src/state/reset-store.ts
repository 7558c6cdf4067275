import type Database from 'better-sqlite3';
import type { Key } from '../keys/key.ts';

/** A password reset, and everything it changes. */
export interface Reset {
	readonly account: string;
	/** The scrypt hash of the new password. */
	readonly password: string;
	/** The time of the reset, a timestamp. */
	readonly now: string;
	/** Whether the reset confirms the address of the account, which was not confirmed before. */
	readonly confirmsAddress: boolean;
	readonly revokesKeys: boolean;
	readonly disconnectsProviders: boolean;
	readonly endsTwoFactor: boolean;
}

/** The access that a reset has ended. */
export interface ResetResult {
	/** The keys that were active. */
	readonly keys: readonly Pick<Key, 'name' | 'prefix'>[];
	readonly providers: readonly string[];
	readonly twoFactor: boolean;
}

/** The access to an account that a reset can end. */
export interface Resettable {
	/** Whether the e-mail address is confirmed. */
	readonly isConfirmed: boolean;
	/** The number of active keys. */
	readonly keys: number;
	readonly providers: readonly string[];
	readonly twoFactor: boolean;
}

const ACTIVE_KEYS = 'account_id = @id AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @now)';

/** Resets passwords, and ends other access to the account. */
export class ResetStore {
	readonly #db: Database.Database;
	readonly #read: Database.Statement<[{ id: string; now: string }], { verified: number; factor: number; keys: number }>;
	readonly #recoveryCodes: Database.Statement<[string], string>;
	readonly #providers: Database.Statement<[string], string>;

	constructor(db: Database.Database) {
		this.#db = db;
		this.#read = db.prepare(
			`SELECT email_verified AS verified, two_factor AS factor,
				(SELECT count(*) FROM keys WHERE ${ACTIVE_KEYS}) AS keys FROM accounts WHERE id = @id`,
		);
		this.#recoveryCodes = db
			.prepare<[string], string>('SELECT recovery_codes FROM two_factors WHERE account_id = ?')
			.pluck();
		this.#providers = db
			.prepare<[string], string>(
				"SELECT DISTINCT provider FROM credentials WHERE account_id = ? AND provider <> 'credential' ORDER BY provider",
			)
			.pluck();
	}

	/** Reads the access that a reset can end. Returns undefined if there is no such account. */
	async read(id: string, now: string): Promise<Resettable | undefined> {
		const row = this.#read.get({ id, now });
		if (row === undefined) return undefined;
		const { verified, factor, keys } = row;
		return { isConfirmed: verified === 1, keys, providers: this.#providers.all(id), twoFactor: factor === 1 };
	}

	/**
	 * Whether an account has a recovery code.
	 *
	 * @param hash the hash of the code
	 */
	async hasRecoveryCode(id: string, hash: string): Promise<boolean> {
		const hashes: readonly string[] = JSON.parse(this.#recoveryCodes.get(id) ?? '[]');
		return hashes.includes(hash);
	}

	/** Sets the password, ends all sessions and links, and makes the other changes of the reset, in one transaction. */
	async apply(reset: Reset): Promise<ResetResult> {
		return this.#db.transaction(() => this.#apply(reset)).immediate();
	}

	#apply({ account: id, now, password, ...options }: Reset): ResetResult {
		const db = this.#db;
		const run = (statement: string) => db.prepare(statement).run({ id, now, password });
		const set = run(
			"UPDATE credentials SET password = @password, updated_at = @now WHERE account_id = @id AND provider = 'credential'",
		);
		if (set.changes === 0) {
			run(
				`INSERT INTO credentials (id, account_id, provider, provider_account, password, created_at, updated_at)
				 VALUES (lower(hex(randomblob(12))), @id, 'credential', @id, @password, @now, @now)`,
			);
		}
		run('DELETE FROM sessions WHERE account_id = @id');
		run('DELETE FROM verifications WHERE instr(value, @id)');
		if (options.confirmsAddress) run('UPDATE accounts SET email_verified = 1 WHERE id = @id');
		const keys = options.revokesKeys
			? db
					.prepare<[{ id: string; now: string }], Pick<Key, 'name' | 'prefix'>>(
						`UPDATE keys SET revoked_at = @now WHERE ${ACTIVE_KEYS} RETURNING name, prefix`,
					)
					.all({ id, now })
			: [];
		const providers = options.disconnectsProviders ? this.#providers.all(id) : [];
		if (options.disconnectsProviders)
			run("DELETE FROM credentials WHERE account_id = @id AND provider <> 'credential'");
		let twoFactor = false;
		if (options.endsTwoFactor) {
			run('DELETE FROM two_factors WHERE account_id = @id');
			twoFactor = run('UPDATE accounts SET two_factor = 0 WHERE id = @id AND two_factor').changes === 1;
		}
		return { keys, providers, twoFactor };
	}
}
