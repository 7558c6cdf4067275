import { z } from 'zod';
import { SESSIONS, SIGN_IN } from '../addresses.ts';
import { accountRequest, handleForm, type PageContext, requireSession, seeOther, Text } from './account-page.ts';
import { withFlash } from './flash-message.ts';

export async function sessionsPage(context: PageContext) {
	const session = await requireSession(context);
	if (session instanceof Response) return session;
	const { accounts, request } = await accountRequest(context);
	const Form = z.union([
		z.object({ action: z.literal('everywhere') }),
		z.object({ session: Text, password: Text.default('') }),
	]);
	const { success, problems } = await handleForm(context, Form, (_, form) =>
		'action' in form
			? accounts.signOutEverywhere(request)
			: accounts.endSession(request, { id: form.session, password: form.password }),
	);
	if (success) {
		const isHere = success.cookies.length === 0;
		return seeOther(isHere ? withFlash(SESSIONS, 'session') : withFlash(SIGN_IN, 'everywhere'), success.cookies);
	}
	const sessions = await accounts.sessions(request);
	const all = sessions.ok ? sessions.value : [];
	const here = all.find(({ id }) => id === session.sessionId);
	const others = all.filter((session) => session !== here);
	return { session, problems, here, others };
}
