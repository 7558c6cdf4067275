import { accountRequest, type PageContext, requireSession } from './account-page.ts';

export async function settingsPage(context: PageContext) {
	const session = await requireSession(context);
	if (session instanceof Response) return session;
	const { accounts, request } = await accountRequest(context);
	const hasPassword = await accounts.hasPassword(session);
	const connected = await accounts.connectedProviders(session);
	const sessions = await accounts.sessions(request);
	const count = sessions.ok ? sessions.value.length : 0;
	const { canMail, providers } = accounts;
	return { session, canMail, providers, hasPassword, connected, count };
}
