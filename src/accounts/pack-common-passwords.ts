import { brotliCompressSync } from 'node:zlib';
import { LEAST_CORE } from './common-passwords.ts';
import { MIN_PASSWORD } from './password-rules.ts';

/** The list keeps this many of the most common passwords that are too short for us, because people add digits to them. */
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
