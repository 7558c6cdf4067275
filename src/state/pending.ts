import { listOf, run, type Work } from './database.ts';

/** The jobs that send a link which lets its reader change the account. */
const LINK_JOBS = ['reset_password', 'confirm_new_address'] as const;

/**
 * Removes an account's pending links, the links that are waiting to be sent, and its sign-ins that are waiting for a
 * code. The value of each such row contains the account's ID.
 */
export function* endPending(id: string): Work<number> {
	yield* run(`DELETE FROM jobs WHERE account_id = @id AND kind IN (${listOf(LINK_JOBS)})`, { id });
	return yield* run(`DELETE FROM verifications WHERE replace(value, @id, '') <> value`, { id });
}
