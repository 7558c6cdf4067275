import { addressIsChanging, confirmNewAddress } from '../mail/messages.ts';
import { type Account, EmailSchema } from './account.ts';
import { ask } from './ask.ts';
import { type Desk, limit, remember, type Visitor } from './desk.ts';
import { done, type Outcome, refused } from './outcome.ts';
import { LINK_LIFE, makeToken, readToken, useToken } from './tokens.ts';
import { isRefused, whoIs, whoIsSurely } from './who.ts';

/** Confirming and changing e-mail addresses. */
export function addresses(desk: Desk) {
	const { auth, state, mailer } = desk;

	return {
		/** Confirms the address of an account by the token of the link that was mailed to it. Nobody is signed in by it. */
		async confirmEmail(token: string): Promise<Outcome> {
			const confirmed = await ask(auth.api.verifyEmail({ query: { token }, returnHeaders: true }));
			return confirmed.ok ? done() : confirmed;
		},

		/**
		 * Changes the address: at once where the site cannot send mail, otherwise when the link in a mail to the new address
		 * is opened. The answer to that is the same where another account has the address; nobody gets a mail then.
		 */
		async changeEmail(
			visitor: Visitor,
			given: { readonly password: string; readonly email: string },
		): Promise<Outcome<'changed' | 'confirm'>> {
			const who = await whoIsSurely(desk, visitor, given.password);
			if (isRefused(who)) return who;
			const { account } = who;
			const email = EmailSchema.safeParse(given.email.trim()).data;
			if (email === undefined) return refused('INVALID_EMAIL');
			if (email === account.email) return refused('SAME_EMAIL');
			if (mailer === undefined) {
				if (!(await state.accounts.setEmail(account.id, email, false))) return refused('EMAIL_TAKEN');
				await remember(desk, account.id, 'email_changed', visitor);
				return done('changed');
			}
			const limited = await limit(desk, 'reset', visitor, email);
			if (limited) return limited;
			desk.later(() => sendLink(account, email));
			return done('confirm');
		},

		/** Makes the new address the account's, by the token of the link. Whoever opens it must be signed in. */
		async confirmNewEmail(visitor: Visitor, token: string): Promise<Outcome> {
			const who = await whoIs(desk, visitor);
			if (who === undefined) return refused('SIGNED_OUT');
			const [id, email] = (await readToken(desk, 'change-email', token))?.split(' ') ?? [];
			if (id !== who.account.id || (await useToken(desk, 'change-email', token)) === undefined) {
				return refused('LINK_INVALID');
			}
			if (!(await state.accounts.setEmail(id, email!, true))) return refused('EMAIL_TAKEN');
			await remember(desk, id, 'email_changed', visitor);
			return done();
		},
	};

	async function sendLink(account: Account, email: string): Promise<void> {
		if ((await state.accounts.findByEmail(email)) !== undefined) return;
		const token = await makeToken(desk, 'change-email', `${account.id} ${email}`, LINK_LIFE);
		mailer?.send(email, confirmNewAddress(desk, `${desk.siteUrl}/account/change-email/?token=${token}`));
		mailer?.send(account.email, addressIsChanging(desk));
	}
}
