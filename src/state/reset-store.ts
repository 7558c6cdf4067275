import { turnOffTwoFactor } from './account-store.ts';
import { addPassword, PROVIDERS_OF_ACCOUNT } from './credential-store.ts';
import { all, lockAccount, run, Store, type Work } from './database.ts';
import { IS_ACTIVE } from './key-store.ts';
import type { Key } from './keys/key.ts';
import { endPending } from './pending.ts';
import { endSessions } from './session-store.ts';

/** A password reset, and everything it changes. */
export interface Reset {
	readonly account: string;
	/** The scrypt hash of the new password. */
	readonly password: string;
	/** The time of the reset, as a timestamp. */
	readonly now: string;
	/** Whether the reset confirms an email address that was unconfirmed before. */
	readonly confirmsAddress: boolean;
	readonly revokesKeys: boolean;
	readonly disconnectsProviders: boolean;
	readonly endsTwoFactor: boolean;
}

/** The access that a reset has ended. */
export interface ResetResult {
	readonly keys: readonly Pick<Key, 'id' | 'name' | 'prefix'>[];
	readonly providers: readonly string[];
	readonly twoFactor: boolean;
}

/** The access to an account that a reset can end. */
export interface Resettable {
	/** Whether the email address is confirmed. */
	readonly isConfirmed: boolean;
	readonly keys: number;
	readonly providers: readonly string[];
	readonly twoFactor: boolean;
}

const ACTIVE_KEYS = `account_id = @id AND ${IS_ACTIVE}`;

/**
 * Resets passwords. A reset also ends all sessions and pending links. If requested, it also revokes keys, disconnects
 * providers and turns off two-factor authentication.
 */
export class ResetStore extends Store {
	/** Reads the access that a reset can end. Returns undefined if there is no such account. */
	async read(id: string, now: string): Promise<Resettable | undefined> {
		const row = await this.db.get<{ verified: unknown; factor: unknown; keys: number }>(
			`SELECT email_verified AS verified, two_factor AS factor,
				(SELECT count(*) FROM keys WHERE ${ACTIVE_KEYS}) AS keys FROM accounts WHERE id = @id`,
			{ id, now },
		);
		if (row === undefined) return undefined;
		const providers = await this.db.all<{ provider: string }>(PROVIDERS_OF_ACCOUNT, { id });
		return {
			isConfirmed: Boolean(row.verified),
			keys: row.keys,
			providers: providers.map(({ provider }) => provider),
			twoFactor: Boolean(row.factor),
		};
	}

	async hasRecoveryCode(id: string, hash: string): Promise<boolean> {
		const read = 'SELECT recovery_codes FROM two_factors WHERE account_id = @id';
		const row = await this.db.get<{ recovery_codes: string }>(read, { id });
		const hashes: readonly string[] = JSON.parse(row?.recovery_codes ?? '[]');
		return hashes.includes(hash);
	}

	/** Sets the password, ends all sessions and pending links, and makes the requested changes, in one transaction. */
	async apply(reset: Reset): Promise<ResetResult> {
		return this.db.transaction(() => apply(reset), { endsKeys: reset.revokesKeys });
	}
}

function* apply({ account: id, now, password, ...options }: Reset): Work<ResetResult> {
	yield* lockAccount(id);
	const set = yield* run(
		"UPDATE credentials SET password = @password, updated_at = @now WHERE account_id = @id AND provider = 'credential'",
		{ id, password, now },
	);
	if (set === 0) yield* addPassword(id, password, now);
	yield* endSessions(id, '');
	yield* endPending(id);
	if (options.confirmsAddress) yield* run('UPDATE accounts SET email_verified = TRUE WHERE id = @id', { id });
	const revoke = `UPDATE keys SET revoked_at = @now WHERE ${ACTIVE_KEYS} RETURNING id, name, prefix`;
	const keys = options.revokesKeys ? yield* all<Pick<Key, 'id' | 'name' | 'prefix'>>(revoke, { id, now }) : [];
	let providers: readonly { readonly provider: string }[] = [];
	if (options.disconnectsProviders) {
		providers = yield* all(PROVIDERS_OF_ACCOUNT, { id });
		yield* run("DELETE FROM credentials WHERE account_id = @id AND provider <> 'credential'", { id });
	}
	const twoFactor = options.endsTwoFactor && (yield* turnOffTwoFactor(id));
	return { keys, providers: providers.map(({ provider }) => provider), twoFactor };
}
