import { ask } from './ask.ts';
import { isFirstUse } from './code-use.ts';
import { type Desk, remember, type Visitor } from './desk.ts';
import { done, type Outcome, refused } from './outcome.ts';
import { isRefused, whoIs, whoIsSurely, withCookies } from './who.ts';

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
export function twoFactorSettings(desk: Desk) {
	const { auth, state, requireTwoFactor } = desk;

	return {
		/** Whether a visitor is signed in without the two-factor that the operator requires: then it is all they may do. */
		async mustTurnOnTwoFactor(visitor: Visitor): Promise<boolean> {
			if (!requireTwoFactor) return false;
			const who = await whoIs(desk, visitor, { disableRefresh: true });
			return who?.twoFactor === false;
		},

		/** Begins: two-factor is on once a code of the app was right. */
		async startTwoFactor(visitor: Visitor, password: string): Promise<Outcome<TwoFactorSetup>> {
			const who = await whoIsSurely(desk, visitor, password);
			if (isRefused(who)) return who;
			const { headers } = visitor;
			const begun = await ask(
				auth.api.enableTwoFactor({ headers, body: { password, method: 'totp' }, returnHeaders: true }),
			);
			if (!begun.ok) return begun;
			const { totpURI: uri, backupCodes: recoveryCodes } = begun.value as { totpURI: string; backupCodes: string[] };
			return done({ uri, secret: new URL(uri).searchParams.get('secret')!, recoveryCodes }, begun.cookies);
		},

		/** Turns it on, by a code of the app. All other sessions end: they were opened without one. */
		async confirmTwoFactor(visitor: Visitor, code: string): Promise<Outcome> {
			const { headers } = visitor;
			const who = await whoIs(desk, visitor);
			if (who === undefined) return refused('SIGNED_OUT');
			if (who.twoFactor) return refused('TWO_FACTOR_ON');
			const body = { code: code.replaceAll(/\s/g, '') };
			const confirmed = await ask(auth.api.verifyTOTP({ headers, body, returnHeaders: true }));
			if (!confirmed.ok) return confirmed;
			await isFirstUse(desk, who.account.id, body.code);
			const renewed = await whoIs(desk, { ...visitor, headers: withCookies(headers, confirmed.cookies) });
			if (renewed) await state.sessions.endOthers(who.account.id, renewed.sessionId);
			await remember(desk, who.account.id, 'two_factor_on', visitor);
			return done(undefined, confirmed.cookies);
		},

		/** Turns it off. */
		async stopTwoFactor(visitor: Visitor, password: string): Promise<Outcome> {
			if (requireTwoFactor) return refused('TWO_FACTOR_REQUIRED');
			const who = await whoIsSurely(desk, visitor, password);
			if (isRefused(who)) return who;
			const stopped = await ask(
				auth.api.disableTwoFactor({ headers: visitor.headers, body: { password }, returnHeaders: true }),
			);
			if (!stopped.ok) return stopped;
			await remember(desk, who.account.id, 'two_factor_off', visitor);
			return done(undefined, stopped.cookies);
		},

		/** Makes new recovery codes in place of the old ones. They are shown this once. */
		async newRecoveryCodes(visitor: Visitor, password: string): Promise<Outcome<readonly string[]>> {
			const who = await whoIsSurely(desk, visitor, password);
			if (isRefused(who)) return who;
			const made = await ask(
				auth.api.generateBackupCodes({ headers: visitor.headers, body: { password }, returnHeaders: true }),
			);
			if (!made.ok) return made;
			await remember(desk, who.account.id, 'recovery_codes_made', visitor);
			return done(made.value.backupCodes, made.cookies);
		},
	};
}
