import { isCommonPassword } from './common-passwords.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from './password-length.ts';
import type { FailureCode } from './result.ts';

/**
 * Returns the problem with a new password, or undefined if there is none.
 *
 * @param email the user's email address. It may be invalid
 */
export function passwordProblem(password: string, email: string): FailureCode | undefined {
	if (password.length < MIN_PASSWORD) return 'PASSWORD_TOO_SHORT';
	if (password.length > MAX_PASSWORD) return 'PASSWORD_TOO_LONG';
	return isCommonPassword(password, email) ? 'PASSWORD_TOO_COMMON' : undefined;
}
