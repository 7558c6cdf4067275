import { hash, randomInt } from 'node:crypto';

/** Digits and letters without those that look like others (Crockford’s base 32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const AMOUNT = 10;
const GROUPS = 6;
const GROUP = 4;

/**
 * How better-auth makes and keeps recovery codes. Each has 24 characters of 5 bits, so that what is stored can be a plain
 * hash: above 112 bits nobody finds one by trying (OWASP ASVS 5, 6.5.2).
 */
export const RECOVERY_CODES = {
	customBackupCodesGenerate: () => Array.from({ length: AMOUNT }, makeCode),
	storeBackupCodes: {
		// Asked also to store those that are left when one was used: they are hashes already, without hyphens.
		encrypt: async (codes: string) =>
			JSON.stringify(
				(JSON.parse(codes) as string[]).map((code) => (code.includes('-') ? hashRecoveryCode(code) : code)),
			),
		decrypt: async (hashes: string) => hashes,
	},
};

/** The hash of a code as someone typed it: in capitals, with spaces, without hyphens, or with a letter for a digit. */
export function hashRecoveryCode(typed: string): string {
	const code = typed.toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1');
	return hash('sha256', code.replaceAll(/[^a-z0-9]/g, ''), 'hex');
}

function makeCode(): string {
	const group = () => Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
	return Array.from({ length: GROUPS }, group).join('-');
}
