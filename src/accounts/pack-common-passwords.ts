import { brotliCompressSync } from 'node:zlib';
import { LEAST_CORE } from './common-passwords.ts';
import { MIN_PASSWORD } from './password-rules.ts';

/** Shorter passwords than our minimum count only up to this rank: people add digits to the common ones. */
const MOST_COMMON = 100_000;

/**
 * The file that `isCommonPassword` reads.
 *
 * @param text passwords, a line each, the most common first
 */
export function packCommonPasswords(text: string): Buffer {
	const used = text
		.toLowerCase()
		.split(/\r?\n/)
		.filter(({ length }, rank) => length >= MIN_PASSWORD || (length >= LEAST_CORE && rank < MOST_COMMON));
	return brotliCompressSync(Buffer.from(`\n${[...new Set(used)].sort().join('\n')}\n`));
}
