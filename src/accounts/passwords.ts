import { toTimestamp } from '../catalog/fields.ts';
import type { Account } from '../keys/account.ts';
import { titleOf } from '../keys/key.ts';
import { passwordChanged, passwordReset, resetPassword } from '../mail/messages.ts';
import type { ResetResult, Resettable } from '../state/reset-store.ts';
import { callAuth } from './auth-errors.ts';
import { type AccountContext, checkLimit, type RequestContext, recordEvent } from './context.ts';
import { EmailSchema } from './email.ts';
import { passwordProblem } from './password-rules.ts';
import { isProvider, PROVIDER_NAMES, type Provider } from './provider.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { failAll, failure, ok, type Result } from './result.ts';
import { type AccountSession, hasPassword, isFailure, reauthenticate } from './session.ts';
import { LINK_LIFE, makeToken, readToken, useToken } from './tokens.ts';

/** What a reset of a password ends besides sessions and links, or can end. */
export interface ResetOffer extends Resettable {
	readonly providers: readonly Provider[];
	/**
	 * Whether the link, which came by mail, is the first proof of whose address it is. Then keys, providers and two-factor
	 * end with the reset.
	 */
	readonly isFirstProof: boolean;
}

export interface ResetWish {
	/** Of the link. */
	readonly token: string;
	readonly newPassword: string;
	/** Whether to revoke all API keys and to disconnect all providers. */
	readonly endsAccess?: boolean;
	/** Turns two-factor off. The mailbox alone does not: a second factor protects from who has that. */
	readonly recoveryCode?: string;
}

/** Changing a password, and setting a new one in place of one that is lost. */
export function passwords(context: AccountContext) {
	const { auth, state, mailer } = context;

	return {
		/** Whether someone signs in with a password, or only at a provider. */
		hasPassword: ({ account }: AccountSession): Promise<boolean> => hasPassword(context, account.id),

		/** Changes the password, or sets the first. All other sessions and all links end, and this session is renewed. */
		async changePassword(
			request: RequestContext,
			{ password, newPassword }: { readonly password: string; readonly newPassword: string },
		): Promise<Result> {
			const session = await reauthenticate(context, request, password);
			if (isFailure(session)) return session;
			const { id, email } = session.account;
			const weakness = passwordProblem(newPassword, email);
			if (weakness) return failure(weakness);
			const { headers } = request;
			const body = { currentPassword: password, newPassword, revokeOtherSessions: true };
			const changed = (await hasPassword(context, id))
				? await callAuth(auth.api.changePassword({ headers, body, returnHeaders: true }))
				: await callAuth(auth.api.setPassword({ headers, body: { newPassword }, returnHeaders: true }));
			if (!changed.ok) return changed;
			// Where it was changed this session has been renewed, and is the only one; setting the first leaves all as they are.
			if (changed.cookies.length === 0) await state.sessions.endOthers(id, session.sessionId);
			await state.accounts.endPending(id);
			await recordEvent(context, id, 'password_changed', request);
			mailer?.send(email, passwordChanged(context));
			return ok(undefined, changed.cookies);
		},

		/** Mails a link to set a new password. It answers the same whether or not the address has an account. */
		async requestPasswordReset(request: RequestContext, given: string): Promise<Result> {
			if (mailer === undefined) return failure('NO_MAIL');
			const email = EmailSchema.safeParse(given.trim()).data;
			if (email === undefined) return failure('INVALID_EMAIL');
			const limited = await checkLimit(context, 'reset', request, email);
			if (limited) return limited;
			context.afterResponse(async () => {
				const account = await state.accounts.findByEmail(email);
				if (account === undefined || !(await context.attempts.mayMail('reset_password', email))) return;
				mailer.send(email, resetPassword(context, await makeLink(account)));
			});
			return ok();
		},

		/** What a reset by the token of a link ends, or can end; undefined where the link does not work. */
		async resetOffer(token: string): Promise<ResetOffer | undefined> {
			const id = await readToken(context, 'reset-password', token);
			return id === undefined ? undefined : offerOf(id);
		},

		/**
		 * Sets a new password by the token of a link. Then this link and all others are used up, and every session ends. Where
		 * the link is the first proof of whose address it is, nothing else outlives it either: someone else may have made it.
		 */
		async resetPassword(request: RequestContext, wish: ResetWish): Promise<Result> {
			const { token, newPassword, endsAccess = false, recoveryCode = '' } = wish;
			const limited = await checkLimit(context, 'reset', request);
			if (limited) return limited;
			const id = await readToken(context, 'reset-password', token);
			const account = id === undefined ? undefined : await state.accounts.findById(id);
			const offer = account && (await offerOf(account.id));
			if (account === undefined || offer === undefined) return failure('LINK_INVALID');
			const isCodeGiven = offer.twoFactor && recoveryCode.trim() !== '';
			const isCodeWrong =
				isCodeGiven && !(await state.resets.hasRecoveryCode(account.id, hashRecoveryCode(recoveryCode)));
			const wrong = failAll([
				passwordProblem(newPassword, account.email),
				isCodeWrong ? 'WRONG_RECOVERY_CODE' : undefined,
			]);
			if (wrong) return wrong;
			const { password } = await auth.$context;
			const hashed = await password.hash(newPassword);
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
			await recordReset(request, account.id, ended);
			await context.attempts.forgive('sign_in', { address: request.address, account: account.email });
			mailer?.send(account.email, passwordReset(context, sentencesOf(ended)));
			return ok();
		},

		/** A link to set a new password, for the operator to hand on; undefined when there is no such account. */
		async resetLink(email: string): Promise<string | undefined> {
			const account = await state.accounts.findByEmail(email);
			return account && makeLink(account);
		},
	};

	async function makeLink({ id }: Account): Promise<string> {
		const token = await makeToken(context, 'reset-password', id, LINK_LIFE);
		return `${context.siteUrl}/account/reset-password/?token=${token}`;
	}

	async function offerOf(id: string): Promise<ResetOffer | undefined> {
		const found = await state.resets.read(id, toTimestamp(new Date()));
		if (found === undefined) return undefined;
		const providers = found.providers.filter(isProvider);
		return { ...found, providers, isFirstProof: mailer !== undefined && !found.isConfirmed };
	}

	async function recordReset(request: RequestContext, id: string, ended: ResetResult): Promise<void> {
		await recordEvent(context, id, 'password_reset', request);
		for (const key of ended.keys) await recordEvent(context, id, 'key_revoked', request, titleOf(key));
		for (const name of ended.providers.filter(isProvider)) {
			await recordEvent(context, id, 'provider_disconnected', request, PROVIDER_NAMES[name]);
		}
		if (ended.twoFactor) await recordEvent(context, id, 'two_factor_off', request);
	}
}

/** What a mail says that ended with a reset. */
function sentencesOf({ keys, providers, twoFactor }: ResetResult): string[] {
	return [
		...(keys.length > 0 ? [`These API keys were revoked: ${keys.map(titleOf).join(', ')}.`] : []),
		...providers.filter(isProvider).map((name) => `${PROVIDER_NAMES[name]} was disconnected.`),
		...(twoFactor ? ['Two-factor was turned off.'] : []),
	];
}
