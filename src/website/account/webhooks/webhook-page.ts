import { z } from 'zod';
import { WEBHOOKS, webhookAddress } from '../../addresses.ts';
import { accountRequest, handleForm, type PageContext, seeOther } from '../account-page.ts';
import { ownWebhook } from './own-webhook.ts';

/** The buttons of the page. */
const Action = z.union([
	z.object({ action: z.enum(['test', 'on', 'off']) }),
	z.object({ action: z.literal('again'), delivery: z.string() }),
]);

/** The messages after an action. */
const DONE: { readonly [action: string]: string } = {
	test: 'We are sending a test event. Reload this page in a few seconds to see the answer.',
	again: 'We are sending the event again. Reload this page in a few seconds to see the answer.',
	on: 'The webhook is on. Events that were given up are not sent again unless you send them below.',
	off: 'The webhook is off. It receives nothing until you switch it on.',
	changed: 'The webhook was changed.',
};

export async function webhookPage(context: PageContext) {
	const own = await ownWebhook(context);
	if (own instanceof Response) return own;
	const { webhook } = own;
	const form = await handleForm<z.output<typeof Action>, unknown>(context, Action, ({ accounts, request }, given) => {
		if (given.action === 'test') return accounts.testWebhook(request, webhook.id);
		if (given.action === 'again') return accounts.sendAgain(request, webhook.id, given.delivery);
		return accounts.switchWebhook(request, webhook.id, given.action === 'on');
	});
	if (form.success) return seeOther(`${webhookAddress(webhook.id)}?done=${form.values!.action}`);
	const { accounts, request } = await accountRequest(context);
	const deliveries = await accounts.deliveries(request, webhook.id);
	if (!deliveries.ok) return seeOther(WEBHOOKS.address);
	const done = context.url.searchParams.get('done') ?? '';
	const flash = Object.hasOwn(DONE, done) ? DONE[done] : undefined;
	return { ...own, problems: form.problems, deliveries: deliveries.value, flash };
}
