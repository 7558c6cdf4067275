import { isCommonPassword } from './common-passwords.ts';
import type { FailureCode } from './result.ts';

/**
 * What a password must be (OWASP ASVS 5, 6.2; NIST SP 800-63B): long, of any characters, and not one of the first that
 * anyone tries. No other rules, and no changes after a time.
 */
export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 128;

/**
 * What is wrong with a new password, if anything. Searching the list takes milliseconds, so limits come before this.
 *
 * @param email as it was typed
 */
export function passwordProblem(password: string, email: string): FailureCode | undefined {
	return passwordLengthProblem(password) ?? (isCommonPassword(password, email) ? 'PASSWORD_TOO_COMMON' : undefined);
}

/** What is wrong with the length of a new password, if anything. */
export function passwordLengthProblem(password: string): FailureCode | undefined {
	if (password.length < MIN_PASSWORD) return 'PASSWORD_TOO_SHORT';
	return password.length > MAX_PASSWORD ? 'PASSWORD_TOO_LONG' : undefined;
}
