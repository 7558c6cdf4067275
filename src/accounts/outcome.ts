/** How what people ask of their account ends. */
import { MAX_PASSWORD, MIN_PASSWORD } from './password.ts';

/** Each with the sentence that a page may show. None tells whether an e-mail address has an account, but EMAIL_TAKEN. */
const REFUSALS = {
	SIGNED_OUT: 'You are not signed in.',
	WRONG_CREDENTIALS: 'The e-mail address or the password is not right.',
	WRONG_PASSWORD: 'The password is not right.',
	WRONG_CODE: 'The code is not right.',
	CODE_EXPIRED: 'Too much time has passed, or too many codes were wrong. Sign in again.',
	LOCKED: 'Too many codes were wrong. Try again in 15 minutes.',
	UNCONFIRMED: 'Confirm your e-mail address first. We have sent you the link again.',
	INVALID_EMAIL: 'It must be an e-mail address.',
	EMAIL_TAKEN: 'This e-mail address has an account already.',
	SAME_EMAIL: 'This is your e-mail address already.',
	PASSWORD_TOO_SHORT: `A password has at least ${MIN_PASSWORD} characters.`,
	PASSWORD_TOO_LONG: `A password has at most ${MAX_PASSWORD} characters.`,
	PASSWORD_TOO_COMMON: 'This password is among the first that anyone tries. Choose another.',
	PASSWORD_MISSING: 'Your account has no password. Set one first, by a link to reset it.',
	LINK_INVALID: 'This link has been used, or is too old. Ask for a new one.',
	NO_MAIL: 'This site cannot send mail. Ask who runs it for a link to set a new password.',
	PROVIDER_UNKNOWN: 'One cannot sign in that way here.',
	ONLY_WAY_IN: 'It is the only way in to your account. Set a password first.',
	TWO_FACTOR_ON: 'Two-factor is on already.',
	TWO_FACTOR_OFF: 'Two-factor is off.',
	TWO_FACTOR_REQUIRED: 'This site requires two-factor, so it stays on.',
	SIGN_IN_AGAIN: 'Sign out and in again first: you have no password to ask for, and signed in some time ago.',
	TOO_MANY: 'Too many attempts. Try again later.',
	REFUSED: '',
} as const;

export type RefusalCode = keyof typeof REFUSALS;

export interface Done<T> {
	readonly ok: true;
	readonly value: T;
	/** For `Set-Cookie` headers of the answer, one each. */
	readonly cookies: readonly string[];
}

export interface Refused {
	readonly ok: false;
	readonly code: RefusalCode;
	readonly sentence: string;
	/** Seconds, with TOO_MANY. */
	readonly retryAfter?: number;
}

export type Outcome<T = undefined> = Done<T> | Refused;

export function done(): Done<undefined>;
export function done<T>(value: T, cookies?: readonly string[]): Done<T>;
export function done<T>(value?: T, cookies: readonly string[] = []): Done<T | undefined> {
	return { ok: true, value, cookies };
}

/** @param sentence in place of the code's own */
export function refused(code: RefusalCode, sentence: string = REFUSALS[code]): Refused {
	return { ok: false, code, sentence };
}

/** The refusal of one attempt too many. */
export function tooMany(seconds: number): Refused {
	const minutes = Math.ceil(seconds / 60);
	const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
	return { ...refused('TOO_MANY', `Too many attempts. Try again in ${wait}.`), retryAfter: seconds };
}
