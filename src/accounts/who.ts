/** Who a visitor is. */
import type { Account } from './account.ts';
import { ask } from './ask.ts';
import { type Desk, limit, type Visitor } from './desk.ts';
import { type Refused, refused } from './outcome.ts';

/** Someone with a session. */
export interface SignedIn {
	readonly account: Account;
	readonly emailVerified: boolean;
	readonly twoFactor: boolean;
	/** Of the session. */
	readonly sessionId: string;
	/** When they signed in. */
	readonly since: Date;
	/** To be set again: sessions in use are prolonged. */
	readonly cookies: readonly string[];
}

/** A session ends after a week without use, and after this, in milliseconds, however much it is used. */
const LONGEST_SESSION = 30 * 24 * 60 * 60 * 1000;

/**
 * Who a visitor is, undefined without a session.
 *
 * @param query `disableRefresh` where the cookies that prolong the session are not going to be set
 */
export async function whoIs(
	{ auth, state }: Desk,
	{ headers }: Visitor,
	query: { readonly disableRefresh?: boolean } = {},
): Promise<SignedIn | undefined> {
	const { response, headers: answer } = await auth.api.getSession({ headers, query, returnHeaders: true });
	if (response === null) return undefined;
	const { user, session } = response;
	const account = await state.accounts.findById(user.id);
	if (account === undefined) return undefined;
	if (Date.now() - session.createdAt.getTime() > LONGEST_SESSION) {
		// better-auth has just prolonged it, and its owner would see it as open.
		await state.sessions.end(account.id, session.id);
		return undefined;
	}
	return {
		account,
		emailVerified: user.emailVerified,
		twoFactor: user.twoFactorEnabled ?? false,
		sessionId: session.id,
		since: session.createdAt,
		cookies: answer.getSetCookie(),
	};
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
	const limited = await limit(desk, 'password_again', visitor, email);
	if (limited) return limited;
	const checked = await ask(
		desk.auth.api.verifyPassword({ headers: visitor.headers, body: { password }, returnHeaders: true }),
	);
	if (checked.ok) {
		await desk.attempts.forgive('password_again', { address: visitor.address, account: email });
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

/** Ends the session that a request came with, if any. The cookies to set then. */
export async function endSession({ auth }: Desk, { headers }: Visitor): Promise<readonly string[]> {
	const ended = await auth.api.signOut({ headers, returnHeaders: true });
	return ended.headers.getSetCookie();
}
