/** Recognizes errors which mean that PostgreSQL is unavailable, and gives them clear messages. */
import { DatabaseError } from 'pg';
import { connectionReason } from '../../shared/explain.ts';
import { StateUnavailable } from '../unavailable.ts';

/**
 * If an error's SQLSTATE code begins with one of these, PostgreSQL is unavailable: lost connections (08), transactions
 * that were undone because of other transactions (40), missing resources (53), locks (55P03), canceled statements and
 * shutdowns (57), system errors (58), and idle or long transactions (25P03, 25P04).
 */
const UNAVAILABLE = ['08', '40', '53', '55P03', '57', '58', '25P03', '25P04'];
/** The SQLSTATE code for a server that accepts only reads: a standby, or a primary that was made read-only. */
const READ_ONLY = '25006';
/** Errors after which a transaction can run again immediately: serialization failures and deadlocks. */
const CONFLICTS = ['40001', '40P01'];
/** Matches the messages of errors that `pg` itself throws for lost connections and timeouts. They have no codes. */
const LOST = /terminated|timeout|not queryable|was closed|after calling end/i;

/** Whether PostgreSQL undid a transaction because of another one. The undone transaction can run again immediately. */
export function isConflict(error: unknown): boolean {
	return error instanceof DatabaseError && CONFLICTS.includes(error.code ?? '');
}

/** Whether an error means that PostgreSQL cannot be reached or cannot do its work now. */
export function isUnavailable(error: unknown): boolean {
	if (error instanceof StateUnavailable) return true;
	if (error instanceof DatabaseError) {
		return error.code === READ_ONLY || UNAVAILABLE.some((code) => error.code?.startsWith(code));
	}
	return error instanceof Error && ('syscall' in error || LOST.test(error.message) || error instanceof AggregateError);
}

/**
 * If the error means that the database is unavailable, returns a `StateUnavailable` error with a clear message. Returns
 * other errors unchanged.
 */
export function explainPostgres(error: unknown, name: string): unknown {
	if (error instanceof StateUnavailable || !isUnavailable(error)) return error;
	const found = error as NodeJS.ErrnoException;
	if (found.code === READ_ONLY) return readOnly(name, error);
	return new StateUnavailable(
		`PostgreSQL at ${name} cannot be used: it ${reasonOf(found)}. Check that it is running and accepts connections at this address, then try again.`,
		{ cause: error },
	);
}

/** Completes a sentence that begins with the server. */
function reasonOf(error: NodeJS.ErrnoException): string {
	const { message } = error;
	const reason = connectionReason(error);
	if (reason !== undefined) return reason;
	if (/timeout/i.test(message)) return 'did not answer in time';
	return /terminated|was closed/i.test(message) ? 'closed the connection' : `answered: ${message}`;
}

export function readOnly(name: string, cause?: unknown): StateUnavailable {
	return new StateUnavailable(
		`PostgreSQL at ${name} does not accept writes, because it is a standby or was set to read-only. Set DATABASE_URL to the primary, or allow writes.`,
		{ cause },
	);
}
