import { run, type Work } from './database.ts';

/** Removes the pending links of an account, and its sign-ins that wait for a code. Their values contain its ID. */
export function endPending(id: string): Work<number> {
	return run(`DELETE FROM verifications WHERE replace(value, @id, '') <> value`, { id });
}
