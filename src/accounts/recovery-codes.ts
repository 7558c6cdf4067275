import { hash, randomInt } from 'node:crypto';

/** Digits and letters, except letters that look like digits or other letters (Crockford’s base 32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const AMOUNT = 10;
const GROUPS = 6;
const GROUP = 4;

/**
 * Settings for how better-auth makes and stores recovery codes. Each code has 24 characters of 5 bits each, or 120 bits
 * in total. Nobody can guess a secret of more than 112 bits, so a plain hash is enough (OWASP ASVS 5, 6.5.2).
 */
export const RECOVERY_CODES = {
	customBackupCodesGenerate: () => Array.from({ length: AMOUNT }, makeCode),
	storeBackupCodes: {
		// After a code is used, better-auth stores the remaining codes again. They are already hashed, and a hash
		// contains no hyphens.
		encrypt: async (codes: string) =>
			JSON.stringify(
				(JSON.parse(codes) as string[]).map((code) => (code.includes('-') ? hashRecoveryCode(code) : code)),
			),
		decrypt: async (hashes: string) => hashes,
	},
};

/** Hashes a code. Ignores case, spaces and hyphens. Replaces letters that look like digits with these digits. */
export function hashRecoveryCode(typed: string): string {
	const code = typed.toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1');
	return hash('sha256', code.replaceAll(/[^a-z0-9]/g, ''), 'hex');
}

function makeCode(): string {
	const group = () => Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
	return Array.from({ length: GROUPS }, group).join('-');
}
