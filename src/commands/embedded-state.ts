import { UserError } from '../shared/user-error.ts';

/**
 * Throws a UserError if the state is in PostgreSQL.
 *
 * @param instead the command line to use instead
 */
export function needEmbeddedState(instead: string): void {
	if (!process.env.DATABASE_URL) return;
	throw new UserError(`DATABASE_URL is set, so the state is in PostgreSQL. Use its own tool: ${instead}`);
}
