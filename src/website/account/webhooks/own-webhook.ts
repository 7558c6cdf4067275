import type { AccountSession } from '../../../accounts/context.ts';
import { excerpt } from '../../../shared/excerpt.ts';
import { planAllows } from '../../../state/keys/scope.ts';
import type { Webhook } from '../../../state/webhooks/webhook.ts';
import { WEBHOOKS } from '../../addresses.ts';
import { accountRequest, type PageContext, seeOther } from '../account-page.ts';

interface OwnWebhook {
	readonly session: AccountSession;
	readonly webhook: Webhook;
	/** Whether the plan of the account includes webhooks. */
	readonly isIncluded: boolean;
}

/**
 * Finds the webhook whose ID is in the page address. If there is no such webhook or no session, returns the response to
 * send instead.
 */
export async function ownWebhook(context: PageContext): Promise<OwnWebhook | Response> {
	const session = context.locals.session!;
	const { accounts, request } = await accountRequest(context);
	const webhooks = await accounts.webhooks(request);
	if (!webhooks.ok) return seeOther(WEBHOOKS.address);
	const webhook = webhooks.value.find(({ id }) => id === context.params.id);
	if (webhook === undefined) return new Response(null, { status: 404 });
	return { session, webhook, isIncluded: planAllows(session.account.plan, 'webhooks:manage') };
}

const LONGEST_RECEIVER = 60;

/** Returns the start of a webhook's address, without its query, which can contain a secret of the receiver. */
export function receiverOf({ url }: Pick<Webhook, 'url'>): string {
	const { host, pathname } = new URL(url);
	return excerpt(host + (pathname === '/' ? '' : pathname), LONGEST_RECEIVER);
}
