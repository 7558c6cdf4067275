import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';
import { MAX_PASSWORD, MIN_PASSWORD } from './password-length.ts';
import type { FailureCode } from './result.ts';

/**
 * The path of the password list. The list contains sorted lower-case passwords, one per line, and is compressed with
 * brotli. `test/tools/common-passwords.ts` makes the list from 10_million_password_list_top_1M.txt of the SecLists project.
 * Both files are under CC BY-SA 3.0. The path comes from `imports` in package.json, so that code bundled by Astro finds
 * the list too.
 */
export const COMMON_PASSWORDS = createRequire(import.meta.url).resolve('#common-passwords');

const RUNS = [
	'01234567890123456789',
	'98765432109876543210',
	'abcdefghijklmnopqrstuvwxyz',
	'qwertyuiopasdfghjklzxcvbnm',
];
/** A password with fewer different characters than this counts as common. */
const LEAST_VARIETY = 5;
/** Strings shorter than this are not looked up in the list. */
export const LEAST_CORE = 4;

/** The compressed list. It is read now, because the file can be gone when the list is first needed. */
const compressed = readFileSync(COMMON_PASSWORDS);
/** The decompressed list (1.4 MB), with a line break before the first password and after the last. */
let list: Buffer | undefined;

/**
 * Whether attackers would try a password early. Returns true for a password from the list (alone, repeated, or with
 * digits or symbols around it), a sequence such as `abcdefghijkl` or `qwertyuiop`, a few repeated characters, and the
 * user's email address, with or without its domain.
 */
export function isCommonPassword(password: string, email: string): boolean {
	const text = password.toLowerCase();
	const address = email.toLowerCase();
	const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
	const own = [address, address.split('@')[0]];
	const forms = new Set([text, core, once(text), once(core)]);
	return (
		new Set(text).size < LEAST_VARIETY ||
		RUNS.some((run) => run.includes(text)) ||
		[...forms].some((form) => own.includes(form) || (form.length >= LEAST_CORE && isListed(form)))
	);
}

/** Returns the repeated part of a string such as `abcabc`, or the string itself. */
function once(text: string): string {
	return /^(.+?)\1+$/su.exec(text)?.[1] ?? text;
}

function isListed(text: string): boolean {
	list ??= brotliDecompressSync(compressed);
	return list.includes(`\n${text}\n`);
}

/**
 * Returns the problem with a new password, or undefined if there is none.
 *
 * @param email the user's email address. It may be invalid
 */
export function passwordProblem(password: string, email: string): FailureCode | undefined {
	if (password.length < MIN_PASSWORD) return 'PASSWORD_TOO_SHORT';
	if (password.length > MAX_PASSWORD) return 'PASSWORD_TOO_LONG';
	return isCommonPassword(password, email) ? 'PASSWORD_TOO_COMMON' : undefined;
}
