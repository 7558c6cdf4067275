import { toTimestamp } from '../shared/to-timestamp.ts';
import type { Session } from '../state/session-store.ts';
import { callAuth } from './auth-errors.ts';
import { type AccountContext, type AccountSession, checkLimit, type RequestContext, recordEvent } from './context.ts';
import { EmailSchema } from './email.ts';
import { MAX_PASSWORD } from './password-length.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { failure, ok, type Result } from './result.ts';
import { asSignedIn, endSession, findSession, isFailure, reauthenticate, withCookies } from './session.ts';
import { useTotpCode } from './two-factor.ts';

/** An email address and a password, as the user typed them. */
export interface Credentials {
	readonly email: string;
	readonly password: string;
}

export function signInActions(context: AccountContext) {
	const { state } = context;

	return {
		findSession: (request: RequestContext): Promise<AccountSession | undefined> => findSession(context, request),

		/** Starts a session. Returns `code` instead if the user must enter a two-factor code first. */
		signIn: (request: RequestContext, credentials: Credentials): Promise<Result<'signed in' | 'code'>> =>
			signIn(context, request, credentials),

		/**
		 * Performs the second step of signing in, with a code from the app or a recovery code. A recovery code works
		 * only once.
		 */
		signInWithCode: (request: RequestContext, code: string, kind: 'app' | 'recovery'): Promise<Result<'signed in'>> =>
			signInWithCode(context, request, code, kind),

		async signOut(request: RequestContext): Promise<Result> {
			return ok(undefined, await endSession(context, request));
		},

		/**
		 * Returns the account's open sessions, newest first. The current session is the one whose ID is the `sessionId`
		 * from `findSession`.
		 */
		sessions: (request: RequestContext): Promise<Result<Session[]>> =>
			asSignedIn(context, request, ({ id }) => state.sessions.ofAccount(id, toTimestamp(new Date()))),

		async endSession(
			request: RequestContext,
			{ id, password }: { readonly id: string; readonly password: string },
		): Promise<Result> {
			const session = await reauthenticate(context, request, password);
			if (isFailure(session)) return session;
			await state.sessions.end(session.account.id, id);
			return ok();
		},

		/** Ends every session of the account, including this one. */
		async signOutEverywhere(request: RequestContext): Promise<Result> {
			const session = await findSession(context, request);
			if (session === undefined) return failure('SIGNED_OUT');
			await state.sessions.endAll(session.account.id);
			await recordEvent(context, session.account.id, 'signed_out_everywhere', request);
			return ok(undefined, await endSession(context, request));
		},
	};
}

async function signIn(
	context: AccountContext,
	request: RequestContext,
	credentials: Credentials,
): Promise<Result<'signed in' | 'code'>> {
	const email = credentials.email.trim().toLowerCase();
	const { password } = credentials;
	const canBe = EmailSchema.safeParse(email).success && password.length <= MAX_PASSWORD;
	if (!canBe) return failure('WRONG_CREDENTIALS');
	const limited = await checkLimit(context, 'sign_in', request, email);
	if (limited) return limited;
	const { headers } = request;
	const opened = await callAuth(
		context.auth.api.signInEmail({ headers, body: { email, password }, returnHeaders: true }),
	);
	if (!opened.ok) {
		if (opened.code === 'WRONG_CREDENTIALS') context.afterResponse(() => recordFailedSignIn(context, request, email));
		return opened;
	}
	await context.attempts.forgive('sign_in', { address: request.address, account: email });
	if ('twoFactorRedirect' in opened.value) {
		await endSession(context, request);
		return ok('code', opened.cookies);
	}
	return welcome(context, request, opened.value.user.id, opened.cookies);
}

async function signInWithCode(
	context: AccountContext,
	request: RequestContext,
	code: string,
	kind: 'app' | 'recovery',
): Promise<Result<'signed in'>> {
	const { api } = context.auth;
	const limited = await checkLimit(context, 'sign_in', request);
	if (limited) return limited;
	// If the form is sent twice, the user is already signed in the second time. better-auth would then check the code
	// against the account that is signed in.
	if (await findSession(context, request)) return ok('signed in');
	const isApp = kind === 'app';
	const body = { code: isApp ? code.replaceAll(/\s/g, '') : hashRecoveryCode(code) };
	const call = { headers: request.headers, body, returnHeaders: true } as const;
	const opened = await callAuth<{ user: { id: string } }>(isApp ? api.verifyTOTP(call) : api.verifyBackupCode(call));
	if (!opened.ok) return opened;
	const { id } = opened.value.user;
	if (isApp && !(await useTotpCode(context, id, body.code))) {
		await endSession(context, withCookies(request, opened.cookies));
		return failure('WRONG_CODE');
	}
	if (!isApp) await recordEvent(context, id, 'recovery_code_used', request);
	return welcome(context, request, id, opened.cookies);
}

async function recordFailedSignIn(context: AccountContext, request: RequestContext, email: string): Promise<void> {
	const account = await context.state.accounts.findByEmail(email);
	if (account) await recordEvent(context, account.id, 'sign_in_failed', request);
}

/** Ends the browser's earlier session, if it had one, and records the sign-in. */
async function welcome(
	context: AccountContext,
	request: RequestContext,
	accountId: string,
	cookies: readonly string[],
): Promise<Result<'signed in'>> {
	await endSession(context, request);
	await recordEvent(context, accountId, 'signed_in', request);
	return ok('signed in', cookies);
}
