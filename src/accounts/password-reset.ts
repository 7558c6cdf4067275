import { toTimestamp } from '../shared/to-timestamp.ts';
import type { ResetResult, Resettable } from '../state/reset-store.ts';
import { passwordProblem } from './common-passwords.ts';
import {
	type AccountContext,
	checkLimit,
	checkMail,
	type RequestContext,
	recordEvent,
	recordKeyEvent,
} from './context.ts';
import { EmailSchema } from './email.ts';
import { hashPassword } from './password-hashes.ts';
import { isProvider, PROVIDER_NAMES, type Provider } from './provider.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { failAll, failure, ok, type Result } from './result.ts';
import { passwordLink, readToken, useToken } from './tokens.ts';

/** The API keys, providers and two-factor that a password reset removes, or that the user can choose to remove. */
export interface ResetOffer extends Resettable {
	readonly providers: readonly Provider[];
	/**
	 * Whether the link is the first proof that the email address belongs to the user. If so, the reset also revokes all
	 * keys, disconnects all providers and turns off two-factor.
	 */
	readonly isFirstProof: boolean;
}

export interface ResetOptions {
	/** The token from the link. */
	readonly token: string;
	readonly newPassword: string;
	/** Whether to revoke all API keys and to disconnect all providers. */
	readonly endsAccess?: boolean;
	/**
	 * A recovery code. If it is given, the reset also turns two-factor off. The link alone cannot turn two-factor off,
	 * because two-factor protects against someone who can read the user's mail.
	 */
	readonly recoveryCode?: string;
}

/** Actions for resetting lost passwords. */
export function passwordReset(context: AccountContext) {
	const { state, mail } = context;

	return {
		/** Sends a link to set a new password. The result is the same whether or not the address has an account. */
		async requestPasswordReset(request: RequestContext, given: string): Promise<Result> {
			if (mail === undefined) return failure('NO_MAIL');
			const email = EmailSchema.safeParse(given.trim()).data;
			if (email === undefined) return failure('INVALID_EMAIL');
			const refused =
				(await checkMail(mail, 'reset_password', request)) ?? (await checkLimit(context, 'reset', request, email));
			if (refused) return refused;
			context.afterResponse(async () => {
				const account = await state.accounts.findByEmail(email);
				if (account === undefined || !(await context.attempts.mayMail('reset_password', email))) return;
				await mail.add({ kind: 'reset_password', to: email, account: account.id }, request.address);
			});
			return ok();
		},

		/**
		 * Returns the keys, providers and two-factor that a reset with this link removes or can remove. Returns
		 * undefined if the link is invalid.
		 */
		async resetOffer(token: string): Promise<ResetOffer | undefined> {
			const id = await readToken(context, 'reset-password', token);
			return id === undefined ? undefined : offerOf(context, id);
		},

		/**
		 * Sets a new password, given the token from a link. Ends all sessions and removes all pending links. If the
		 * link is the first proof that the address belongs to the user, the reset also revokes all keys, disconnects
		 * all providers and turns off two-factor, because someone else may have set them up. On a site that cannot
		 * send mail, a reset for an unconfirmed address disconnects all providers, but removes nothing else unasked.
		 */
		async resetPassword(
			request: RequestContext,
			{ token, newPassword, endsAccess = false, recoveryCode = '' }: ResetOptions,
		): Promise<Result> {
			const limited = await checkLimit(context, 'reset', request);
			if (limited) return limited;
			const id = await readToken(context, 'reset-password', token);
			const account = id === undefined ? undefined : await state.accounts.findById(id);
			const offer = account && (await offerOf(context, account.id));
			if (account === undefined || offer === undefined) return failure('LINK_INVALID');
			const isCodeGiven = offer.twoFactor && recoveryCode.trim() !== '';
			const isCodeWrong =
				isCodeGiven && !(await state.resets.hasRecoveryCode(account.id, hashRecoveryCode(recoveryCode)));
			const wrong = failAll([
				passwordProblem(newPassword, account.email),
				isCodeWrong ? 'WRONG_RECOVERY_CODE' : undefined,
			]);
			if (wrong) return wrong;
			const hashed = await hashPassword(newPassword);
			if ((await useToken(context, 'reset-password', token)) === undefined) return failure('LINK_INVALID');
			const { isFirstProof, isConfirmed } = offer;
			const ended = await state.resets.apply({
				account: account.id,
				password: hashed,
				now: toTimestamp(new Date()),
				confirmsAddress: isFirstProof,
				revokesKeys: isFirstProof || endsAccess,
				disconnectsProviders: !isConfirmed || endsAccess,
				endsTwoFactor: isFirstProof || isCodeGiven,
			});
			await recordReset(context, request, account.id, ended);
			await context.attempts.forgive('sign_in', { address: request.address, account: account.email });
			await mail?.add({
				kind: 'password_was_reset',
				to: account.email,
				account: account.id,
				keys: ended.keys.map(({ id }) => id),
				providers: ended.providers,
				twoFactor: ended.twoFactor,
			});
			return ok();
		},

		/**
		 * Makes a link with which a user can set a new password. The operator sends the link to the user. Returns
		 * undefined if no account has this email address.
		 */
		async resetLink(email: string): Promise<string | undefined> {
			const account = await state.accounts.findByEmail(email);
			return account && passwordLink(context, account.id);
		},
	};
}

async function offerOf({ state, mail }: AccountContext, id: string): Promise<ResetOffer | undefined> {
	const found = await state.resets.read(id, toTimestamp(new Date()));
	if (found === undefined) return undefined;
	const providers = found.providers.filter(isProvider);
	return { ...found, providers, isFirstProof: mail !== undefined && !found.isConfirmed };
}

async function recordReset(
	context: AccountContext,
	request: RequestContext,
	id: string,
	ended: ResetResult,
): Promise<void> {
	await recordEvent(context, id, 'password_reset', request);
	for (const key of ended.keys) await recordKeyEvent(context, { ...key, account_id: id }, 'key_revoked', request);
	for (const name of ended.providers.filter(isProvider)) {
		await recordEvent(context, id, 'provider_disconnected', request, PROVIDER_NAMES[name]);
	}
	if (ended.twoFactor) await recordEvent(context, id, 'two_factor_off', request);
}
