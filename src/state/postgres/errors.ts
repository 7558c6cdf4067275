/** The errors that mean that PostgreSQL cannot be used now. */
import { DatabaseError } from 'pg';
import { StateUnavailable } from '../unavailable.ts';

/**
 * The SQLSTATE codes of these errors, or their first characters: lost connections (08), transactions that ended because
 * of others (40), missing resources (53), locks (55P03), timeouts and shutdowns (57), system errors (58), idle
 * timeouts.
 */
const UNAVAILABLE = ['08', '40', '53', '55P03', '57', '58', '25P03', '25P04'];
/** A read-only server: a standby, or a primary that was made read-only. */
const READ_ONLY = '25006';
/** Errors after which a transaction can run again immediately: serialization failures and deadlocks. */
const CONFLICTS = ['40001', '40P01'];
/** The errors of `pg` itself have no codes, so their messages are tested. */
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

/** Turns errors of a database that cannot be used now into clear messages. Returns other errors unchanged. */
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
