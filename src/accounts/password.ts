/**
 * What a password must be (OWASP ASVS 5, 6.2; NIST SP 800-63B): long, of any characters, and not one of the first that
 * anyone tries. No other rules, and no changes after a time.
 */
export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 128;
