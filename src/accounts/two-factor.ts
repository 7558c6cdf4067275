import { callAuth } from './auth-errors.ts';
import { type AccountContext, type RequestContext, recordEvent } from './context.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { failure, ok, type Result } from './result.ts';
import { findSession, isFailure, reauthenticate, withCookies } from './session.ts';

/** The data to set up an authenticator app. */
export interface TwoFactorSetup {
	/** The content of the QR code: `otpauth://totp/…`. */
	readonly uri: string;
	/** The key, which users can type into the app instead of scanning the QR code. */
	readonly secret: string;
	/** Codes that each work once instead of a code from the app. They are never shown again. */
	readonly recoveryCodes: readonly string[];
}

/** How long a used code is remembered, in milliseconds. A code from an authenticator app is valid for less time. */
const CODE_LIFE = 2 * 60 * 1000;

/**
 * Marks an account's TOTP code as used. Returns false if the code was used before, so that someone who saw the user
 * type the code cannot sign in with it.
 */
export function useTotpCode({ attempts }: AccountContext, accountId: string, code: string): Promise<boolean> {
	return attempts.useOnce('code', `${accountId} ${code}`, CODE_LIFE);
}

/** Two-factor authentication: codes from an app, and recovery codes. */
export function twoFactorSettings(context: AccountContext) {
	const { auth, state, requireTwoFactor } = context;

	return {
		/** Starts setting up two-factor. Two-factor is on as soon as the user enters a code from the app. */
		async startTwoFactor(request: RequestContext, password: string): Promise<Result<TwoFactorSetup>> {
			const session = await reauthenticate(context, request, password);
			if (isFailure(session)) return session;
			const { headers } = request;
			const started = await callAuth(
				auth.api.enableTwoFactor({ headers, body: { password, method: 'totp' }, returnHeaders: true }),
			);
			if (!started.ok) return started;
			const { totpURI: uri, backupCodes: recoveryCodes } = started.value as { totpURI: string; backupCodes: string[] };
			return ok({ uri, secret: new URL(uri).searchParams.get('secret')!, recoveryCodes }, started.cookies);
		},

		/**
		 * Whether the two-factor setup that has these recovery codes must still be confirmed with a code from the app.
		 * If so, the page can show the setup again after a wrong code.
		 */
		async isTwoFactorSetupPending(request: RequestContext, recoveryCodes: readonly string[]): Promise<boolean> {
			const session = await findSession(context, request);
			if (session === undefined || session.twoFactor || recoveryCodes.length === 0) return false;
			const known = recoveryCodes.map((code) =>
				state.resets.hasRecoveryCode(session.account.id, hashRecoveryCode(code)),
			);
			return (await Promise.all(known)).every(Boolean);
		},

		/** Turns two-factor on with a code from the app. Ends all other sessions, because they began without a code. */
		async confirmTwoFactor(request: RequestContext, code: string): Promise<Result> {
			const { headers } = request;
			const session = await findSession(context, request);
			if (session === undefined) return failure('SIGNED_OUT');
			if (session.twoFactor) return failure('TWO_FACTOR_ON');
			const body = { code: code.replaceAll(/\s/g, '') };
			const confirmed = await callAuth(auth.api.verifyTOTP({ headers, body, returnHeaders: true }));
			if (!confirmed.ok) return confirmed;
			await useTotpCode(context, session.account.id, body.code);
			const renewed = await findSession(context, withCookies(request, confirmed.cookies));
			if (renewed) await state.sessions.endOthers(session.account.id, renewed.sessionId);
			await recordEvent(context, session.account.id, 'two_factor_on', request);
			return ok(undefined, confirmed.cookies);
		},

		async stopTwoFactor(request: RequestContext, password: string): Promise<Result> {
			if (requireTwoFactor) return failure('TWO_FACTOR_REQUIRED');
			const session = await reauthenticate(context, request, password);
			if (isFailure(session)) return session;
			const stopped = await callAuth(
				auth.api.disableTwoFactor({ headers: request.headers, body: { password }, returnHeaders: true }),
			);
			if (!stopped.ok) return stopped;
			await recordEvent(context, session.account.id, 'two_factor_off', request);
			return ok(undefined, stopped.cookies);
		},

		/** Replaces the recovery codes. The new ones are shown only once. */
		async newRecoveryCodes(request: RequestContext, password: string): Promise<Result<readonly string[]>> {
			const session = await reauthenticate(context, request, password);
			if (isFailure(session)) return session;
			const made = await callAuth(
				auth.api.generateBackupCodes({ headers: request.headers, body: { password }, returnHeaders: true }),
			);
			if (!made.ok) return made;
			await recordEvent(context, session.account.id, 'recovery_codes_made', request);
			return ok(made.value.backupCodes, made.cookies);
		},
	};
}
