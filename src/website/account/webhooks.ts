/** The webhooks of an account: the webhook of a page, its name, and the form that adds and changes it. */
import { z } from 'zod';
import { excerpt } from '../../shared/text.ts';
import { planAllows } from '../../state/keys/scope.ts';
import { WEBHOOK_EVENT_NAMES, type Webhook } from '../../state/webhooks/webhook.ts';
import { WebhookSettingsSchema } from '../../state/webhooks/webhook-settings.ts';
import { WEBHOOKS } from '../addresses.ts';
import { accountRequest, Choices, type PageContext, type Problems, seeOther, Text } from './account-page.ts';

interface OwnWebhook {
	readonly webhook: Webhook;
	/** Whether the plan of the account includes webhooks. */
	readonly isIncluded: boolean;
}

/** Finds the webhook whose ID is in the page address. If there is none, returns the response to send instead. */
export async function ownWebhook(context: PageContext): Promise<OwnWebhook | Response> {
	const { accounts, request } = await accountRequest(context);
	const webhooks = await accounts.webhooks(request);
	if (!webhooks.ok) return seeOther(WEBHOOKS.address);
	const webhook = webhooks.value.find(({ id }) => id === context.params.id);
	if (webhook === undefined) return new Response(null, { status: 404 });
	return { webhook, isIncluded: planAllows(context.locals.session!.account.plan, 'webhooks:manage') };
}

const LONGEST_RECEIVER = 60;

/** Returns the start of a webhook's address, without its query, which can contain a secret of the receiver. */
export function receiverOf({ url }: Pick<Webhook, 'url'>): string {
	const { host, pathname } = new URL(url);
	return excerpt(host + (pathname === '/' ? '' : pathname), LONGEST_RECEIVER);
}

export const WebhookForm = z.object({
	/** The form token, so that submitting a form twice adds only one webhook. */
	token: Text,
	url: Text,
	'events[]': Choices,
});

export type WebhookFormValues = z.output<typeof WebhookForm>;

/** Reads the settings of a form. Returns a message for each invalid field if they break a rule. */
export function readSettings({ url, 'events[]': events }: WebhookFormValues) {
	const read = WebhookSettingsSchema.safeParse({ url: url.trim(), events: [...new Set(events)] });
	if (read.success) return { ok: true, value: read.data } as const;
	const problems: Problems = Object.fromEntries(
		read.error.issues.map(({ path, message }) => [String(path[0]), message]),
	);
	return { ok: false, problems } as const;
}

/** The values with which the form opens: those of a webhook, or of a new one. */
export function openedWith({ url, events }: Pick<Webhook, 'url' | 'events'> = NEW): WebhookFormValues {
	return { token: '', url, 'events[]': [...events] };
}

const NEW = { url: '', events: WEBHOOK_EVENT_NAMES };
