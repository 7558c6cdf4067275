import { isCommonPassword } from './common-passwords.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from './password-length.ts';
import type { FailureCode } from './result.ts';

/**
 * Returns the problem with a new password, or undefined if there is none. Callers should check the attempt limits
 * first, because searching the list of common passwords takes milliseconds.
 *
 * @param email the user's email address. It may be invalid
 */
export function passwordProblem(password: string, email: string): FailureCode | undefined {
	return passwordLengthProblem(password) ?? (isCommonPassword(password, email) ? 'PASSWORD_TOO_COMMON' : undefined);
}

export function passwordLengthProblem(password: string): FailureCode | undefined {
	if (password.length < MIN_PASSWORD) return 'PASSWORD_TOO_SHORT';
	return password.length > MAX_PASSWORD ? 'PASSWORD_TOO_LONG' : undefined;
}
