import type { Account } from '../state/keys/account.ts';
import { callAuth } from './auth-errors.ts';
import { type AccountContext, type AccountSession, checkLimit, type RequestContext } from './context.ts';
import { type Failure, failure, ok, type Result } from './result.ts';

/** Finds the session of a request, unless it was found before. Returns undefined if there is none. */
export async function findSession(
	{ auth, state }: AccountContext,
	{ headers, session: found }: RequestContext,
): Promise<AccountSession | undefined> {
	if (found !== undefined) return found;
	const { response, headers: answer } = await auth.api
		.getSession({ headers, returnHeaders: true })
		.catch(async (error) => {
			// better-auth hides database errors. If the state or its accounts cannot be read, these throw what says why.
			await state.probe();
			await state.accounts.findById('');
			throw error;
		});
	if (response === null) return undefined;
	const { user, session } = response;
	const account = await state.accounts.findById(user.id);
	if (account === undefined) return undefined;
	return {
		account,
		emailVerified: user.emailVerified,
		twoFactor: user.twoFactorEnabled ?? false,
		sessionId: session.id,
		since: session.createdAt,
		cookies: answer.getSetCookie(),
	};
}

/** Returns the result of `work` for the account that is signed in, or a failure if none is. */
export async function asSignedIn<T>(
	context: AccountContext,
	request: RequestContext,
	work: (account: Account) => Promise<T>,
): Promise<Result<T>> {
	const session = await findSession(context, request);
	return session === undefined ? failure('SIGNED_OUT') : ok(await work(session.account));
}

/** How long a sign-in counts as recent for an account without a password, in milliseconds. */
const FRESH = 15 * 60 * 1000;

/**
 * Finds the session of a request that asks for a sensitive change, and checks the user's password. If the account has
 * no password because its owner signs in with GitHub or Google, the sign-in must be recent instead.
 */
export async function reauthenticate(
	context: AccountContext,
	request: RequestContext,
	password: string,
): Promise<AccountSession | Failure> {
	const session = await findSession(context, request);
	if (session === undefined) return failure('SIGNED_OUT');
	const { email } = session.account;
	const limited = await checkLimit(context, 'password_again', request, email);
	if (limited) return limited;
	const checked = await callAuth(
		context.auth.api.verifyPassword({ headers: request.headers, body: { password }, returnHeaders: true }),
	);
	if (checked.ok) {
		await context.attempts.forgive('password_again', { address: request.address, account: email });
		return session;
	}
	if (checked.code !== 'WRONG_PASSWORD' || (await hasPassword(context, session.account.id))) return checked;
	return Date.now() - session.since.getTime() < FRESH ? session : failure('SIGN_IN_AGAIN');
}

export async function hasPassword({ auth }: AccountContext, accountId: string): Promise<boolean> {
	const { internalAdapter } = await auth.$context;
	return (await internalAdapter.findCredentialAccount(accountId)) !== null;
}

export function isFailure(answer: AccountSession | Failure): answer is Failure {
	return 'ok' in answer;
}

/** Returns a copy of a request in which `cookies` replace the old cookies. */
export function withCookies(request: RequestContext, cookies: readonly string[]): RequestContext {
	const headers = new Headers(request.headers);
	headers.set('cookie', cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '));
	return { ...request, headers, session: undefined };
}

/** Ends the session of a request, if it has one. Returns the `Set-Cookie` values to send. */
export async function endSession({ auth }: AccountContext, { headers }: RequestContext): Promise<readonly string[]> {
	const ended = await auth.api.signOut({ headers, returnHeaders: true });
	return ended.headers.getSetCookie();
}
