import { callAuth } from './auth-errors.ts';
import { type AccountContext, type RequestContext, recordEvent } from './context.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { failure, ok, type Result } from './result.ts';
import { findSession, isFailure, reauthenticate, withCookies } from './session.ts';
import { useTotpCode } from './totp-replay.ts';

/** What an app for codes needs. */
export interface TwoFactorSetup {
	/** For a QR code: `otpauth://totp/…`. */
	readonly uri: string;
	/** The same to type in. */
	readonly secret: string;
	/** Each works once, in place of a code. Shown this once. */
	readonly recoveryCodes: readonly string[];
}

/** Two-factor: codes of an app, and recovery codes. They are asked for where someone signs in with a password. */
export function twoFactorSettings(context: AccountContext) {
	const { auth, state, requireTwoFactor } = context;

	return {
		/** Whether the user is signed in without the two-factor that the operator requires: they must turn it on first. */
		async mustTurnOnTwoFactor(request: RequestContext): Promise<boolean> {
			if (!requireTwoFactor) return false;
			const session = await findSession(context, request, { disableRefresh: true });
			return session?.twoFactor === false;
		},

		/** Begins: two-factor is on once a code of the app was right. */
		async startTwoFactor(request: RequestContext, password: string): Promise<Result<TwoFactorSetup>> {
			const session = await reauthenticate(context, request, password);
			if (isFailure(session)) return session;
			const { headers } = request;
			const begun = await callAuth(
				auth.api.enableTwoFactor({ headers, body: { password, method: 'totp' }, returnHeaders: true }),
			);
			if (!begun.ok) return begun;
			const { totpURI: uri, backupCodes: recoveryCodes } = begun.value as { totpURI: string; backupCodes: string[] };
			return ok({ uri, secret: new URL(uri).searchParams.get('secret')!, recoveryCodes }, begun.cookies);
		},

		/**
		 * Whether a set-up that was begun, whose recovery codes these are, still waits for a code: then it can be shown again
		 * after a wrong one.
		 */
		async isTwoFactorBegun(request: RequestContext, recoveryCodes: readonly string[]): Promise<boolean> {
			const session = await findSession(context, request);
			if (session === undefined || session.twoFactor || recoveryCodes.length === 0) return false;
			const known = recoveryCodes.map((code) =>
				state.resets.hasRecoveryCode(session.account.id, hashRecoveryCode(code)),
			);
			return (await Promise.all(known)).every(Boolean);
		},

		/** Turns it on, by a code of the app. All other sessions end: they were opened without one. */
		async confirmTwoFactor(request: RequestContext, code: string): Promise<Result> {
			const { headers } = request;
			const session = await findSession(context, request);
			if (session === undefined) return failure('SIGNED_OUT');
			if (session.twoFactor) return failure('TWO_FACTOR_ON');
			const body = { code: code.replaceAll(/\s/g, '') };
			const confirmed = await callAuth(auth.api.verifyTOTP({ headers, body, returnHeaders: true }));
			if (!confirmed.ok) return confirmed;
			await useTotpCode(context, session.account.id, body.code);
			const renewed = await findSession(context, { ...request, headers: withCookies(headers, confirmed.cookies) });
			if (renewed) await state.sessions.endOthers(session.account.id, renewed.sessionId);
			await recordEvent(context, session.account.id, 'two_factor_on', request);
			return ok(undefined, confirmed.cookies);
		},

		/** Turns it off. */
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

		/** Makes new recovery codes in place of the old ones. They are shown this once. */
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
