import { MAX_PASSWORD, MIN_PASSWORD } from './password-length.ts';

/** The message that pages show for each code. Only EMAIL_TAKEN reveals whether an email address has an account. */
const MESSAGES = {
	SIGNED_OUT: 'You are not signed in.',
	OTHER_ACCOUNT: 'You are signed in to another account.',
	WRONG_CREDENTIALS: 'The email address or the password is wrong.',
	WRONG_PASSWORD: 'The password is wrong.',
	WRONG_CODE: 'This code is wrong, has expired or was used before. Enter another one.',
	CODE_EXPIRED: 'You took too long or entered too many wrong codes. Sign in again.',
	LOCKED: 'You entered too many wrong codes. Try again in 15 minutes.',
	INVALID_EMAIL: 'Enter an email address such as ada@example.com.',
	EMAIL_TAKEN: 'This email address already has an account.',
	SAME_EMAIL: 'This is already your email address.',
	PASSWORD_TOO_SHORT: `The password must have at least ${MIN_PASSWORD} characters.`,
	PASSWORD_TOO_LONG: `The password can have at most ${MAX_PASSWORD} characters.`,
	PASSWORD_TOO_COMMON: 'This password is too common and easy to guess. Choose a different one.',
	PASSWORD_MISSING: 'Your account has no password. Set one in the settings first.',
	LINK_INVALID: 'This link has been used, or has expired. Request a new one.',
	SIGN_UP_LINK_INVALID: 'This link has been used or has expired, or the address already has an account.',
	SIGN_UP_PASSWORD:
		'This is not the password that you signed up with. If you have several emails from us, try the link in another one.',
	WRONG_RECOVERY_CODE: 'This recovery code is wrong. Leave the field empty to keep two-factor on.',
	NO_MAIL: 'This site cannot send email. Ask its operator for a link to set a new password.',
	PROVIDER_UNKNOWN: 'This site does not offer this way to sign in.',
	ONLY_WAY_IN: 'This is your only way to sign in. Set a password first.',
	TWO_FACTOR_ON: 'Two-factor authentication is already on.',
	TWO_FACTOR_OFF: 'Two-factor authentication is off.',
	TWO_FACTOR_REQUIRED: 'This site requires two-factor, so you cannot turn it off.',
	SIGN_IN_AGAIN: 'Sign out and sign in again first. Your account has no password, so this needs a recent sign-in.',
	TOO_MANY: 'Too many attempts. Try again later.',
	MAIL_BUSY: 'This site has too many emails to send at the moment, so nothing was done. Try again in 10 minutes.',
	ADDRESS_NOT_CONFIRMED: 'Confirm your email address first. You can do that in the settings.',
	NAME_RESERVED: 'This name would speak for the directory. Choose a name of your own.',
	NAME_TAKEN: 'Another author has this name, or one that looks like it. Choose a different one.',
	OWN_PROGRAM: 'You speak for the organization of this program, so you cannot review it.',
	TOO_MANY_WAIT: 'Too much of what you sent waits for an editor. Try again when some of it is decided.',
	EDITORS_BUSY: 'Too many reviews wait for an editor. Try again tomorrow.',
	REPORT_TEXT: 'Say what is wrong.',
	REPORT_SOURCE: '',
	REFUSED: '',
} as const;

export type FailureCode = keyof typeof MESSAGES;

export interface Ok<T> {
	readonly ok: true;
	readonly value: T;
	/** `Set-Cookie` values for the response. */
	readonly cookies: readonly string[];
}

export interface Failure {
	readonly ok: false;
	readonly code: FailureCode;
	readonly message: string;
	/** The number of seconds to wait. Present only if the code is TOO_MANY or MAIL_BUSY. */
	readonly retryAfter?: number;
	/** The other failures found in the same form. */
	readonly others?: readonly Failure[];
}

export type Result<T = undefined> = Ok<T> | Failure;

export function ok(): Ok<undefined>;
export function ok<T>(value: T, cookies?: readonly string[]): Ok<T>;
export function ok<T>(value?: T, cookies: readonly string[] = []): Ok<T | undefined> {
	return { ok: true, value, cookies };
}

/** @param message replaces the default message of the code */
export function failure(code: FailureCode, message: string = MESSAGES[code]): Failure {
	return { ok: false, code, message };
}

/** Combines all errors of a form into one failure. Returns undefined if there are no errors. */
export function failAll(codes: readonly (FailureCode | undefined)[]): Failure | undefined {
	const [first, ...others] = codes.filter((code) => code !== undefined).map((code) => failure(code));
	return first && { ...first, others };
}

export function tooMany(seconds: number): Failure {
	const minutes = Math.ceil(seconds / 60);
	const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
	return { ...failure('TOO_MANY', `Too many attempts. Try again in ${wait}.`), retryAfter: seconds };
}
