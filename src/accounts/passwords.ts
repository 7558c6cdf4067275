import { callAuth } from './auth-errors.ts';
import { passwordProblem } from './common-passwords.ts';
import { type AccountContext, type AccountSession, type RequestContext, recordEvent } from './context.ts';
import { failure, ok, type Result } from './result.ts';
import { hasPassword, isFailure, reauthenticate } from './session.ts';

export function passwords(context: AccountContext) {
	const { auth, state, mail } = context;

	return {
		/** Whether the account has a password. If not, its owner can sign in only with a provider. */
		hasPassword: ({ account }: AccountSession): Promise<boolean> => hasPassword(context, account.id),

		/** Changes the password, or sets the first one. Ends all other sessions and all pending links. */
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
			// `changePassword` has renewed this session and ended all others. `setPassword` has done neither.
			if (changed.cookies.length === 0) await state.sessions.endOthers(id, session.sessionId);
			await state.accounts.endPending(id);
			await recordEvent(context, id, 'password_changed', request);
			await mail?.add({ kind: 'password_changed', to: email, account: id });
			return ok(undefined, changed.cookies);
		},
	};
}
