import { done, type Outcome, type RefusalCode, refused } from './outcome.ts';

/** What better-auth's refusals are called here. */
const CODES: { readonly [code: string]: RefusalCode } = {
	INVALID_EMAIL_OR_PASSWORD: 'WRONG_CREDENTIALS',
	INVALID_PASSWORD: 'WRONG_PASSWORD',
	CREDENTIAL_ACCOUNT_NOT_FOUND: 'PASSWORD_MISSING',
	EMAIL_NOT_VERIFIED: 'UNCONFIRMED',
	INVALID_EMAIL: 'INVALID_EMAIL',
	USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'EMAIL_TAKEN',
	// The second of two sign-ups at once finds the first in the database.
	FAILED_TO_CREATE_USER: 'EMAIL_TAKEN',
	PASSWORD_TOO_SHORT: 'PASSWORD_TOO_SHORT',
	PASSWORD_TOO_LONG: 'PASSWORD_TOO_LONG',
	INVALID_TOKEN: 'LINK_INVALID',
	TOKEN_EXPIRED: 'LINK_INVALID',
	USER_NOT_FOUND: 'LINK_INVALID',
	UNAUTHORIZED: 'SIGNED_OUT',
	INVALID_CODE: 'WRONG_CODE',
	INVALID_BACKUP_CODE: 'WRONG_CODE',
	INVALID_TWO_FACTOR_COOKIE: 'CODE_EXPIRED',
	TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'CODE_EXPIRED',
	ACCOUNT_TEMPORARILY_LOCKED: 'LOCKED',
	TOTP_ALREADY_ENABLED: 'TWO_FACTOR_ON',
	TOTP_NOT_ENABLED: 'TWO_FACTOR_OFF',
	TWO_FACTOR_NOT_ENABLED: 'TWO_FACTOR_OFF',
	BACKUP_CODES_NOT_ENABLED: 'TWO_FACTOR_OFF',
	PROVIDER_NOT_FOUND: 'PROVIDER_UNKNOWN',
};

/** Asks better-auth, and turns what it refuses into an outcome. */
export async function ask<T>(call: Promise<{ readonly headers: Headers; readonly response: T }>): Promise<Outcome<T>> {
	try {
		const { headers, response } = await call;
		return done(response, headers.getSetCookie());
	} catch (error) {
		const { name, body } = error as { name?: string; body?: { code?: string } };
		const code = name === 'APIError' ? CODES[body?.code ?? ''] : undefined;
		if (code === undefined) throw error;
		return refused(code);
	}
}
