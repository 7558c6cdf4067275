import { SIGN_IN } from '../addresses.ts';
import { accountRequest, type PageContext, requireSession, seeOther } from './account-page.ts';
import { isActive } from './own-key.ts';

/** The maximum number of revoked and expired keys on the page, unless the user asks for all. */
const ENDED_SHOWN = 20;

export async function keysPage(context: PageContext) {
	const session = await requireSession(context);
	if (session instanceof Response) return session;
	const { accounts, request } = await accountRequest(context);
	const [keys, usage] = [await accounts.keys(request), await accounts.usage(request)];
	if (!keys.ok || !usage.ok) return seeOther(SIGN_IN.address);
	const active = keys.value.filter(isActive);
	const ended = keys.value.filter((key) => !isActive(key));
	const { searchParams } = context.url;
	const shown = searchParams.has('all') ? ended : ended.slice(0, ENDED_SHOWN);
	const revoked = ended.find(({ id }) => id === searchParams.get('revoked'));
	const renamed = active.find(({ id }) => id === searchParams.get('renamed'));
	const { plan } = session.account;
	return { session, active, ended, shown, usage: usage.value, revoked, renamed, plan };
}
