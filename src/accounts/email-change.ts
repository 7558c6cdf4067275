import type { Account } from '../state/keys/account.ts';
import { type AccountContext, checkLimit, checkMail, type RequestContext, recordEvent } from './context.ts';
import { EmailSchema } from './email.ts';
import type { MailQueue } from './mail/mail-queue.ts';
import { failure, ok, type Result } from './result.ts';
import { findSession, isFailure, reauthenticate } from './session.ts';
import { readToken, useToken } from './tokens.ts';

export function emailChange(context: AccountContext) {
	const { state, mail } = context;

	return {
		/**
		 * Changes the email address. If the site cannot send mail, the address changes immediately, unless another
		 * account already has the new address. If the site can send mail, the address changes when the user opens the
		 * link sent to the new address. If another account already has that address, the result is the same, but no
		 * mail is sent. Users whose current address is not confirmed can enter that address again to confirm it.
		 */
		async changeEmail(
			request: RequestContext,
			given: { readonly password: string; readonly email: string },
		): Promise<Result<'changed' | 'confirm'>> {
			const session = await reauthenticate(context, request, given.password);
			if (isFailure(session)) return session;
			const { account } = session;
			const email = EmailSchema.safeParse(given.email.trim()).data;
			if (email === undefined) return failure('INVALID_EMAIL');
			if (email === account.email && (session.emailVerified || mail === undefined)) return failure('SAME_EMAIL');
			if (mail === undefined) {
				if (!(await state.accounts.setEmail(account.id, email, false))) return failure('EMAIL_TAKEN');
				await recordEvent(context, account.id, 'email_changed', request);
				return ok('changed');
			}
			const refused =
				(await checkMail(mail, 'confirm_new_address', request)) ?? (await checkLimit(context, 'reset', request, email));
			if (refused) return refused;
			context.afterResponse(() => sendLink(mail, account, email, request.address));
			return ok('confirm');
		},

		/** Confirms the new address with the token from the link. The user must be signed in. */
		async confirmNewEmail(request: RequestContext, token: string): Promise<Result> {
			const session = await findSession(context, request);
			if (session === undefined) return failure('SIGNED_OUT');
			const [id, email] = (await readToken(context, 'change-email', token))?.split(' ') ?? [];
			if (id !== session.account.id || (await useToken(context, 'change-email', token)) === undefined) {
				return failure('LINK_INVALID');
			}
			if (!(await state.accounts.setEmail(id, email!, true))) return failure('EMAIL_TAKEN');
			await recordEvent(context, id, 'email_changed', request);
			return ok();
		},
	};

	async function sendLink(queue: MailQueue, account: Account, email: string, address: string): Promise<void> {
		const isSame = email === account.email;
		if (!isSame && (await state.accounts.findByEmail(email)) !== undefined) return;
		if (!(await context.attempts.mayMail('confirm_new_address', email))) return;
		await queue.add({ kind: 'confirm_new_address', to: email, account: account.id }, address);
		if (!isSame) await queue.add({ kind: 'address_is_changing', to: account.email, account: account.id });
	}
}
