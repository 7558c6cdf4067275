import { isCommonPassword } from './common-passwords.ts';
import type { FailureCode } from './result.ts';

/**
 * The rules for passwords (OWASP ASVS 5, 6.2; NIST SP 800-63B): they must be long and not common. Any characters are
 * allowed, and passwords do not expire.
 */
export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 128;

/**
 * Checks a new password. Callers should check the attempt limits first, because searching the list of common passwords
 * takes milliseconds.
 *
 * @param email the email address as the user typed it
 */
export function passwordProblem(password: string, email: string): FailureCode | undefined {
	return passwordLengthProblem(password) ?? (isCommonPassword(password, email) ? 'PASSWORD_TOO_COMMON' : undefined);
}

/** Checks the length of a new password. */
export function passwordLengthProblem(password: string): FailureCode | undefined {
	if (password.length < MIN_PASSWORD) return 'PASSWORD_TOO_SHORT';
	return password.length > MAX_PASSWORD ? 'PASSWORD_TOO_LONG' : undefined;
}
