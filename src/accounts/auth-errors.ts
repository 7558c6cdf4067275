import { type FailureCode, failure, ok, type Result } from './result.ts';

const CODES: { readonly [code: string]: FailureCode } = {
	INVALID_EMAIL_OR_PASSWORD: 'WRONG_CREDENTIALS',
	INVALID_PASSWORD: 'WRONG_PASSWORD',
	CREDENTIAL_ACCOUNT_NOT_FOUND: 'PASSWORD_MISSING',
	INVALID_EMAIL: 'INVALID_EMAIL',
	PASSWORD_TOO_SHORT: 'PASSWORD_TOO_SHORT',
	PASSWORD_TOO_LONG: 'PASSWORD_TOO_LONG',
	USER_NOT_FOUND: 'LINK_INVALID',
	UNAUTHORIZED: 'SIGNED_OUT',
	INVALID_CODE: 'WRONG_CODE',
	INVALID_BACKUP_CODE: 'WRONG_CODE',
	// Thrown if two sign-ins use recovery codes at the same moment. This error has a status but no code.
	CONFLICT: 'WRONG_CODE',
	INVALID_TWO_FACTOR_COOKIE: 'CODE_EXPIRED',
	TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'CODE_EXPIRED',
	ACCOUNT_TEMPORARILY_LOCKED: 'LOCKED',
	TOTP_ALREADY_ENABLED: 'TWO_FACTOR_ON',
	TOTP_NOT_ENABLED: 'TWO_FACTOR_OFF',
	TWO_FACTOR_NOT_ENABLED: 'TWO_FACTOR_OFF',
	BACKUP_CODES_NOT_ENABLED: 'TWO_FACTOR_OFF',
	PROVIDER_NOT_FOUND: 'PROVIDER_UNKNOWN',
};

/** Returns a failure if a call to better-auth throws a known error, and rethrows all other errors. */
export async function callAuth<T>(
	call: Promise<{ readonly headers: Headers; readonly response: T }>,
): Promise<Result<T>> {
	try {
		const { headers, response } = await call;
		return ok(response, headers.getSetCookie());
	} catch (error) {
		const { name, body, status } = error as { name?: string; body?: { code?: string }; status?: string };
		const code = name === 'APIError' ? CODES[body?.code ?? status ?? ''] : undefined;
		if (code === undefined) throw error;
		return failure(code);
	}
}
