/** What the work on accounts needs at hand. */

import { toTimestamp } from '../catalog/fields.ts';
import { shortAddress } from '../limits/address.ts';
import type { Attempt, Attempts } from '../limits/attempts.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { State } from '../state/state.ts';
import type { Account } from './account.ts';
import type { Auth } from './auth.ts';
import type { EventKind } from './event.ts';
import { done, type Outcome, type RefusalCode, type Refused, refused, tooMany } from './outcome.ts';

export interface Desk {
	readonly auth: Auth;
	readonly state: State;
	readonly attempts: Attempts;
	readonly mailer: Mailer | undefined;
	/** The public address, an origin, and what the site is called. */
	readonly siteUrl: string;
	readonly siteName: string;
	/** What every API key starts with. */
	readonly keyPrefix: string;
	readonly report: (error: unknown, message: string) => void;
}

/** Who asks. */
export interface Visitor {
	/** Of the request, cookies among them. */
	readonly headers: Headers;
	/** The address of the client. */
	readonly address: string;
}

/** Someone with a session. */
export interface SignedIn {
	readonly account: Account;
	readonly emailVerified: boolean;
	readonly twoFactor: boolean;
	/** When they signed in. */
	readonly since: Date;
	/** To be set again: sessions in use are prolonged. */
	readonly cookies: readonly string[];
}

/** Who a visitor is, undefined without a session. */
export async function whoIs({ auth, state }: Desk, { headers }: Visitor): Promise<SignedIn | undefined> {
	const { response, headers: answer } = await auth.api.getSession({ headers, returnHeaders: true });
	if (response === null) return undefined;
	const { user, session } = response;
	const account = await state.accounts.findById(user.id);
	if (account === undefined) return undefined;
	return {
		account,
		emailVerified: user.emailVerified,
		twoFactor: user.twoFactorEnabled ?? false,
		since: session.createdAt,
		cookies: answer.getSetCookie(),
	};
}

/** What better-auth's refusals are called here. */
const CODES: { readonly [code: string]: RefusalCode } = {
	INVALID_EMAIL_OR_PASSWORD: 'WRONG_CREDENTIALS',
	INVALID_PASSWORD: 'WRONG_PASSWORD',
	CREDENTIAL_ACCOUNT_NOT_FOUND: 'PASSWORD_MISSING',
	EMAIL_NOT_VERIFIED: 'UNCONFIRMED',
	INVALID_EMAIL: 'INVALID_EMAIL',
	USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'EMAIL_TAKEN',
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

/** Counts an attempt; the refusal when there were too many. */
export async function limit(
	{ attempts }: Desk,
	what: Attempt,
	{ address }: Visitor,
	account?: string,
): Promise<Refused | undefined> {
	const wait = await attempts.take(what, { address, account });
	return wait > 0 ? tooMany(wait) : undefined;
}

/**
 * Adds to the history of an account.
 *
 * @param visitor who did it; undefined for the operator
 */
export async function remember(
	{ state }: Pick<Desk, 'state'>,
	accountId: string,
	kind: EventKind,
	visitor: Visitor | undefined,
	detail: string | null = null,
): Promise<void> {
	const address = visitor === undefined ? null : shortAddress(visitor.address);
	await state.events.add({ account_id: accountId, kind, detail, address, at: toTimestamp(new Date()) });
}

/** How long after a sign-in someone without a password may change what matters, in milliseconds. */
const FRESH = 15 * 60 * 1000;

/**
 * Who a visitor is, once they have shown it again: with their password, or where they have none (they sign in at a
 * provider) by having signed in just now.
 */
export async function whoIsSurely(desk: Desk, visitor: Visitor, password: string): Promise<SignedIn | Refused> {
	const who = await whoIs(desk, visitor);
	if (who === undefined) return refused('SIGNED_OUT');
	const { email } = who.account;
	const limited = await limit(desk, 'sign_in', visitor, email);
	if (limited) return limited;
	const checked = await ask(
		desk.auth.api.verifyPassword({ headers: visitor.headers, body: { password }, returnHeaders: true }),
	);
	if (checked.ok) {
		await desk.attempts.forgive('sign_in', email);
		return who;
	}
	if (checked.code !== 'WRONG_PASSWORD' || (await hasPassword(desk, who.account.id))) return checked;
	return Date.now() - who.since.getTime() < FRESH ? who : refused('SIGN_IN_AGAIN');
}

/** Whether an account can be signed in to with a password. */
export async function hasPassword({ auth }: Desk, accountId: string): Promise<boolean> {
	const { internalAdapter } = await auth.$context;
	return (await internalAdapter.findCredentialAccount(accountId)) !== null;
}

export function isRefused(answer: SignedIn | Refused): answer is Refused {
	return 'ok' in answer;
}

/** The headers that a browser would send next. */
export function withCookies(headers: Headers, cookies: readonly string[]): Headers {
	const next = new Headers(headers);
	next.set('cookie', cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '));
	return next;
}
