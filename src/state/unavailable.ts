import { isDiskFull } from '../shared/disk-full.ts';
import { isLocked, retryWhileLocked } from '../shared/retry-while-locked.ts';
import { UserError } from '../shared/user-error.ts';

/** The state cannot be written at the moment: another program has locked it, or its disk is full. */
export class StateUnavailable extends UserError {
	override name = 'StateUnavailable';
}

/** Turns what SQLite and the system say of a locked file and of a full disk into sentences; other errors stay as they are. */
export function explainUnavailable(error: unknown, file: string): unknown {
	if (isLocked(error)) {
		return new StateUnavailable(
			`Another program, such as a backup or a sqlite3 shell, has locked ${file}. Wait until it finishes or stop it, then try again.`,
			{ cause: error },
		);
	}
	if (isDiskFull(error)) {
		return new StateUnavailable(
			`The disk that ${file} is on is full, so it was not changed. Free some space and try again.`,
			{
				cause: error,
			},
		);
	}
	return error;
}

/**
 * An object whose methods read and write the state, with methods that try again while another program has locked it. Each
 * must be one statement or one transaction.
 *
 * @param file the state, for sentences
 * @returns the same object, whose methods all return promises and throw StateUnavailable
 */
export function withRetries<T extends object>(target: T, file: string): T {
	return new Proxy(target, {
		get(_, name) {
			const member: unknown = Reflect.get(target, name);
			if (typeof member !== 'function') return member;
			return async (...args: unknown[]) => {
				try {
					return await retryWhileLocked(() => member.apply(target, args));
				} catch (error) {
					throw explainUnavailable(error, file);
				}
			};
		},
	});
}
