import { brotliCompressSync } from 'node:zlib';
import { LEAST_CORE } from '../../src/accounts/common-passwords.ts';
import { MIN_PASSWORD } from '../../src/accounts/password-length.ts';

/**
 * Passwords shorter than MIN_PASSWORD are listed only up to this rank. Users cannot choose such short passwords, but
 * they often add digits to the most common ones.
 */
const MOST_COMMON = 100_000;

/**
 * Makes the file that `isCommonPassword` reads.
 *
 * @param text passwords, one per line, most common first
 */
export function packCommonPasswords(text: string): Buffer {
	const used = text
		.toLowerCase()
		.split(/\r?\n/)
		.filter(({ length }, rank) => length >= MIN_PASSWORD || (length >= LEAST_CORE && rank < MOST_COMMON));
	return brotliCompressSync(Buffer.from(`\n${[...new Set(used)].sort().join('\n')}\n`));
}
