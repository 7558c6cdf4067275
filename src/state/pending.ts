import { run, type Work } from './database.ts';

/**
 * Removes an account's pending links, and its sign-ins that wait for a code. The rows of both contain the account's ID
 * in their values.
 */
export function endPending(id: string): Work<number> {
	return run(`DELETE FROM verifications WHERE replace(value, @id, '') <> value`, { id });
}
