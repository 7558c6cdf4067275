/** Recognizes the errors that mean that PostgreSQL is unavailable, and explains them. */
import { DatabaseError } from 'pg';
import { StateUnavailable } from '../unavailable.ts';

/**
 * The SQLSTATE codes, or the first characters of the codes, of errors that mean that PostgreSQL is unavailable: lost
 * connections (08), transactions that were ended because of other transactions (40), missing resources (53), locks
 * (55P03), timeouts and shutdowns (57), system errors (58), idle timeouts.
 */
const UNAVAILABLE = ['08', '40', '53', '55P03', '57', '58', '25P03', '25P04'];
/** The code for a read-only server, which is a standby or a primary that was made read-only. */
const READ_ONLY = '25006';
/** Errors after which a transaction can run again immediately: serialization failures and deadlocks. */
const CONFLICTS = ['40001', '40P01'];
/** Errors that `pg` itself throws have no codes, so this pattern is matched against their messages. */
const LOST = /terminated|timeout|not queryable|was closed|after calling end/i;

/** Whether PostgreSQL undid the transaction because of another one, so that it can run again immediately. */
export function isConflict(error: unknown): boolean {
	return error instanceof DatabaseError && CONFLICTS.includes(error.code ?? '');
}

/** Whether PostgreSQL cannot be reached, or cannot do its work now. */
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
	const { code, message } = error as { readonly code?: string; readonly message: string };
	if (code === READ_ONLY) return readOnly(name, error);
	const reason = message || code;
	return new StateUnavailable(
		`PostgreSQL at ${name} cannot be used (${reason}). Check that it is running and accepts connections, then try again.`,
		{ cause: error },
	);
}

/** The error for a server that only accepts reads. */
export function readOnly(name: string, cause?: unknown): StateUnavailable {
	return new StateUnavailable(
		`PostgreSQL at ${name} does not accept writes, because it is a standby or was set to read-only. Set DATABASE_URL to the primary, or allow writes.`,
		{ cause },
	);
}
