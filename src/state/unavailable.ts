import { isDiskFull } from '../shared/explain.ts';
import { isLocked } from '../shared/sqlite.ts';
import { UserError } from '../shared/user-error.ts';

/**
 * The error thrown when the state cannot currently be used or written, for example because another program has locked
 * it, its disk is full, or PostgreSQL cannot be reached.
 */
export class StateUnavailable extends UserError {
	override name = 'StateUnavailable';
}

/**
 * If the error means that the file is locked or its disk is full, returns a `StateUnavailable` error with a clear
 * message. Returns other errors unchanged.
 */
export function explainUnavailable(error: unknown, file: string): unknown {
	if (isLocked(error)) {
		return new StateUnavailable(
			`Another program, such as a backup or a sqlite3 shell, has locked ${file}. Wait until it finishes or stop it, then try again.`,
			{ cause: error },
		);
	}
	if (isDiskFull(error)) {
		return new StateUnavailable(
			`The disk with ${file} is full, so the file was not changed. Free some space and try again.`,
			{ cause: error },
		);
	}
	return error;
}
