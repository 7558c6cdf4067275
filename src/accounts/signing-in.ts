import { toTimestamp } from '../catalog/fields.ts';
import type { Session } from '../state/session-store.ts';
import { EmailSchema } from './account.ts';
import { ask } from './ask.ts';
import { isFirstUse } from './code-use.ts';
import { type Desk, limit, remember, type Visitor } from './desk.ts';
import { done, type Outcome, type Refused, refused } from './outcome.ts';
import { MAX_PASSWORD, weaknessOf } from './password.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { endSession, isRefused, type SignedIn, whoIs, whoIsSurely, withCookies } from './who.ts';

/** An e-mail address and a password, as someone typed them. */
export interface Credentials {
	readonly email: string;
	readonly password: string;
}

/** Making an account, signing in and out. */
export function signingIn(desk: Desk) {
	const { auth, state, attempts } = desk;

	return {
		/** Who a visitor is; undefined without a session. */
		whoIs: (visitor: Visitor): Promise<SignedIn | undefined> => whoIs(desk, visitor),

		/**
		 * Makes an account. Where the site can send mail, the answer is `confirm` whether or not the address has an account,
		 * and its owner gets the right mail. Where it cannot, the account is signed in to at once, and EMAIL_TAKEN cannot be
		 * kept secret: an account that nobody can sign in to would be the only other answer.
		 */
		async signUp(visitor: Visitor, credentials: Credentials): Promise<Outcome<'signed in' | 'confirm'>> {
			const email = EmailSchema.safeParse(credentials.email.trim()).data;
			if (email === undefined) return refused('INVALID_EMAIL');
			const { password } = credentials;
			const weakness = weaknessOf(password, email);
			if (weakness) return refused(weakness);
			const limited = await limit(desk, 'sign_up', visitor, email);
			if (limited) return limited;
			if (desk.mailer === undefined) return makeAccount(visitor, email, password);
			desk.later(() => makeAccount(visitor, email, password));
			return done('confirm');
		},

		/** Starts a session, or asks for a code first. */
		async signIn(visitor: Visitor, credentials: Credentials): Promise<Outcome<'signed in' | 'code'>> {
			const email = credentials.email.trim().toLowerCase();
			const { password } = credentials;
			const limited = await limit(desk, 'sign_in', visitor, email);
			if (limited) return limited;
			const canBe = EmailSchema.safeParse(email).success && password.length <= MAX_PASSWORD;
			if (!canBe) return refused('WRONG_CREDENTIALS');
			const { headers } = visitor;
			const opened = await ask(auth.api.signInEmail({ headers, body: { email, password }, returnHeaders: true }));
			if (!opened.ok) {
				if (opened.code === 'WRONG_CREDENTIALS') desk.later(() => rememberFailure(visitor, email));
				return opened.code === 'UNCONFIRMED' ? sendLinkAgain(visitor, email) : opened;
			}
			await attempts.forgive('sign_in', { address: visitor.address, account: email });
			if ('twoFactorRedirect' in opened.value) {
				await endSession(desk, visitor);
				return done('code', opened.cookies);
			}
			return welcome(visitor, opened.value.user.id, opened.cookies);
		},

		/** The second step of signing in: a code of the app, or a recovery code, which works once. */
		async signInWithCode(visitor: Visitor, code: string, kind: 'app' | 'recovery'): Promise<Outcome<'signed in'>> {
			const limited = await limit(desk, 'sign_in', visitor);
			if (limited) return limited;
			// Sent twice; better-auth would take the code for one of the account that is signed in.
			if (await whoIs(desk, visitor)) return done('signed in');
			const isApp = kind === 'app';
			const body = { code: isApp ? code.replaceAll(/\s/g, '') : hashRecoveryCode(code) };
			const request = { headers: visitor.headers, body, returnHeaders: true } as const;
			const opened = await ask<{ user: { id: string } }>(
				isApp ? auth.api.verifyTOTP(request) : auth.api.verifyBackupCode(request),
			);
			if (!opened.ok) return opened;
			const { id } = opened.value.user;
			if (isApp && !(await isFirstUse(desk, id, body.code))) {
				await endSession(desk, { ...visitor, headers: withCookies(visitor.headers, opened.cookies) });
				return refused('WRONG_CODE');
			}
			if (!isApp) await remember(desk, id, 'recovery_code_used', visitor);
			return welcome(visitor, id, opened.cookies);
		},

		/** Ends this session. */
		async signOut(visitor: Visitor): Promise<Outcome> {
			return done(undefined, await endSession(desk, visitor));
		},

		/** The open sessions of the visitor, the latest first; theirs is the one with the `sessionId` of `whoIs`. */
		async sessions(visitor: Visitor): Promise<Outcome<Session[]>> {
			const who = await whoIs(desk, visitor);
			if (who === undefined) return refused('SIGNED_OUT');
			return done(await state.sessions.ofAccount(who.account.id, toTimestamp(new Date())));
		},

		/** Ends one of them. */
		async endSession(
			visitor: Visitor,
			{ id, password }: { readonly id: string; readonly password: string },
		): Promise<Outcome> {
			const who = await whoIsSurely(desk, visitor, password);
			if (isRefused(who)) return who;
			await state.sessions.end(who.account.id, id);
			return done();
		},

		/** Ends every session of the account, this one too. */
		async signOutEverywhere(visitor: Visitor): Promise<Outcome> {
			const who = await whoIs(desk, visitor);
			if (who === undefined) return refused('SIGNED_OUT');
			await state.sessions.endAll(who.account.id);
			await remember(desk, who.account.id, 'signed_out_everywhere', visitor);
			return done(undefined, await endSession(desk, visitor));
		},
	};

	async function makeAccount(
		visitor: Visitor,
		email: string,
		password: string,
	): Promise<Outcome<'signed in' | 'confirm'>> {
		const body = { email, password, name: '' };
		const made = await ask(auth.api.signUpEmail({ headers: visitor.headers, body, returnHeaders: true }));
		if (!made.ok) {
			const isStored = made.code !== 'EMAIL_TAKEN' || (await state.accounts.findByEmail(email)) !== undefined;
			if (isStored) return made;
			throw new Error('An account could not be stored.');
		}
		// Where there was an account already, better-auth made up the id that it answers with.
		await remember(desk, made.value.user.id, 'signed_up', visitor);
		if (made.value.token === null) return done('confirm');
		await endSession(desk, visitor);
		return done('signed in', made.cookies);
	}

	/** Counted like a sign-up: whoever made an account with another's address must not have them mailed on and on. */
	async function sendLinkAgain(visitor: Visitor, email: string): Promise<Refused> {
		const limited = await limit(desk, 'sign_up', visitor, email);
		if (limited) return limited;
		desk.later(() => auth.api.sendVerificationEmail({ body: { email } }));
		return refused('UNCONFIRMED');
	}

	async function rememberFailure(visitor: Visitor, email: string): Promise<void> {
		const account = await state.accounts.findByEmail(email);
		if (account) await remember(desk, account.id, 'sign_in_failed', visitor);
	}

	/** A session that the browser had before ends: it is another one from here on. */
	async function welcome(
		visitor: Visitor,
		accountId: string,
		cookies: readonly string[],
	): Promise<Outcome<'signed in'>> {
		await endSession(desk, visitor);
		await remember(desk, accountId, 'signed_in', visitor);
		return done('signed in', cookies);
	}
}
