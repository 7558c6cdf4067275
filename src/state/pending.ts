import { run, type Work } from './database.ts';

/** Removes an account's pending links, and its sign-ins that wait for a code. Their values contain the account's ID. */
export function endPending(id: string): Work<number> {
	return run(`DELETE FROM verifications WHERE replace(value, @id, '') <> value`, { id });
}
