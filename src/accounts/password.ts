import { isCommonPassword } from './common-passwords.ts';
import type { RefusalCode } from './outcome.ts';

/**
 * What a password must be (OWASP ASVS 5, 6.2; NIST SP 800-63B): long, of any characters, and not one of the first that
 * anyone tries. No other rules, and no changes after a time.
 */
export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 128;

/** What is wrong with a new password, if anything. */
export function weaknessOf(password: string, email: string): RefusalCode | undefined {
	if (password.length < MIN_PASSWORD) return 'PASSWORD_TOO_SHORT';
	if (password.length > MAX_PASSWORD) return 'PASSWORD_TOO_LONG';
	return isCommonPassword(password, email) ? 'PASSWORD_TOO_COMMON' : undefined;
}
