import { run, type Work } from './database.ts';

/**
 * Removes an account's pending links, and its sign-ins that are waiting for a code. The value of each such row contains
 * the account's ID.
 */
export function endPending(id: string): Work<number> {
	return run(`DELETE FROM verifications WHERE replace(value, @id, '') <> value`, { id });
}
