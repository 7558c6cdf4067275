import { passwordChanged } from '../mail/messages.ts';
import { EmailSchema } from './account.ts';
import { ask } from './ask.ts';
import { type Desk, limit, remember, type Visitor } from './desk.ts';
import { done, type Outcome, refused } from './outcome.ts';
import { weaknessOf } from './password.ts';
import { LINK_LIFE, makeToken, readToken } from './tokens.ts';
import { hasPassword, isRefused, type SignedIn, whoIsSurely } from './who.ts';

/** Changing a password, and setting a new one in place of one that is lost. */
export function passwords(desk: Desk) {
	const { auth, state, mailer } = desk;

	return {
		/** Whether someone signs in with a password, or only at a provider. */
		hasPassword: ({ account }: SignedIn): Promise<boolean> => hasPassword(desk, account.id),

		/** Changes the password, or sets the first. All other sessions and all links end, and this session is renewed. */
		async changePassword(
			visitor: Visitor,
			{ password, newPassword }: { readonly password: string; readonly newPassword: string },
		): Promise<Outcome> {
			const who = await whoIsSurely(desk, visitor, password);
			if (isRefused(who)) return who;
			const { id, email } = who.account;
			const weakness = weaknessOf(newPassword, email);
			if (weakness) return refused(weakness);
			const { headers } = visitor;
			const body = { currentPassword: password, newPassword, revokeOtherSessions: true };
			const changed = (await hasPassword(desk, id))
				? await ask(auth.api.changePassword({ headers, body, returnHeaders: true }))
				: await ask(auth.api.setPassword({ headers, body: { newPassword }, returnHeaders: true }));
			if (!changed.ok) return changed;
			// Where it was changed this session has been renewed, and is the only one; setting the first leaves all as they are.
			if (changed.cookies.length === 0) await state.sessions.endOthers(id, who.sessionId);
			await state.accounts.endPending(id);
			await remember(desk, id, 'password_changed', visitor);
			mailer?.send(email, passwordChanged(desk));
			return done(undefined, changed.cookies);
		},

		/** Mails a link to set a new password. It answers the same whether or not the address has an account. */
		async requestPasswordReset(visitor: Visitor, given: string): Promise<Outcome> {
			if (mailer === undefined) return refused('NO_MAIL');
			const email = EmailSchema.safeParse(given.trim()).data;
			if (email === undefined) return refused('INVALID_EMAIL');
			const limited = await limit(desk, 'reset', visitor, email);
			if (limited) return limited;
			desk.later(() => auth.api.requestPasswordReset({ body: { email } }));
			return done();
		},

		/** Sets a new password by the token of a link. Then this link and all others are used up, and every session ends. */
		async resetPassword(
			visitor: Visitor,
			{ token, newPassword }: { readonly token: string; readonly newPassword: string },
		): Promise<Outcome> {
			const limited = await limit(desk, 'reset', visitor);
			if (limited) return limited;
			const id = await readToken(desk, 'reset-password', token);
			const account = id === undefined ? undefined : await state.accounts.findById(id);
			if (account === undefined) return refused('LINK_INVALID');
			const weakness = weaknessOf(newPassword, account.email);
			if (weakness) return refused(weakness);
			const set = await ask(auth.api.resetPassword({ body: { token, newPassword }, returnHeaders: true }));
			if (!set.ok) return set;
			await state.credentials.removeUnconfirmed(account.id);
			await state.accounts.endPending(account.id);
			await desk.attempts.forgive('sign_in', { address: visitor.address, account: account.email });
			await remember(desk, account.id, 'password_reset', visitor);
			mailer?.send(account.email, passwordChanged(desk));
			return done();
		},

		/** A link to set a new password, for the operator to hand on; undefined when there is no such account. */
		async resetLink(email: string): Promise<string | undefined> {
			const account = await state.accounts.findByEmail(email);
			if (account === undefined) return undefined;
			const token = await makeToken(desk, 'reset-password', account.id, LINK_LIFE);
			return `${desk.siteUrl}/account/reset-password/?token=${token}`;
		},
	};
}
