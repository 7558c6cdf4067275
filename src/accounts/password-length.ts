/**
 * The length limits of passwords. Passwords must be long and not common. Any characters are allowed, and passwords do
 * not expire. See OWASP ASVS 5, 6.2, and NIST SP 800-63B.
 */
export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 128;
