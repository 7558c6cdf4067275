import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';

/**
 * Passwords in lower case, a line each, sorted, compressed with brotli. Made by `npm run common-passwords` from the list
 * 10_million_password_list_top_1M.txt of the SecLists project, which is under CC BY-SA 3.0, and so is this file.
 * The name is one of package.json, so that the modules that Astro bundles find the file too.
 */
export const COMMON_PASSWORDS = createRequire(import.meta.url).resolve('#common-passwords');

const RUNS = [
	'01234567890123456789',
	'98765432109876543210',
	'abcdefghijklmnopqrstuvwxyz',
	'qwertyuiopasdfghjklzxcvbnm',
];
/** Fewer different characters than this are no password. */
const LEAST_VARIETY = 5;
/** With less than this between them, what counts is the digits and signs around. */
export const LEAST_CORE = 4;

/** The list, with a line break before the first password and after the last: 1.4 MB. */
let list: Buffer | undefined;

/**
 * Whether a password is among those that are tried first: one of the list, as it is, with digits or signs around it, or
 * said several times; a run along the alphabet or the keyboard, few characters again and again, or the e-mail address.
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

/** What a text repeats from its beginning to its end; the text itself where it repeats nothing. */
function once(text: string): string {
	return /^(.+?)\1+$/su.exec(text)?.[1] ?? text;
}

function isListed(text: string): boolean {
	list ??= brotliDecompressSync(readFileSync(COMMON_PASSWORDS));
	return list.includes(`\n${text}\n`);
}
