import { planAllows } from '../../../state/keys/scope.ts';
import { SIGN_IN } from '../../addresses.ts';
import { accountRequest, type PageContext, requireSession, seeOther } from '../account-page.ts';

export async function webhooksPage(context: PageContext) {
	const session = await requireSession(context);
	if (session instanceof Response) return session;
	const { accounts, request } = await accountRequest(context);
	const webhooks = await accounts.webhooks(request);
	if (!webhooks.ok) return seeOther(SIGN_IN.address);
	const { hasWebhooks } = accounts;
	const isIncluded = planAllows(session.account.plan, 'webhooks:manage');
	const isRemoved = context.url.searchParams.has('removed');
	return { session, webhooks: webhooks.value, hasWebhooks, isIncluded, isRemoved };
}
