import { UserError } from '../shared/user-error.ts';
import type { EventKind } from '../state/event.ts';
import type { Account } from '../state/keys/account.ts';
import { planAllows, plansFor } from '../state/keys/scope.ts';
import type { NotSent } from '../state/webhooks/by-hand.ts';
import { makeWebhookSecret } from '../state/webhooks/sealed-secret.ts';
import {
	type Delivery,
	FULL,
	MOST_DELIVERIES,
	NO_WEBHOOKS,
	TOO_MANY_BY_HAND,
	type Webhook,
	type WebhookSettings,
} from '../state/webhooks/webhook.ts';
import { asOwner } from './api-keys.ts';
import { type AccountContext, type RequestContext, recordEvent } from './context.ts';
import type { Result } from './result.ts';

/** A webhook with its secret, which is never shown again. */
export interface MadeWebhook {
	readonly webhook: Webhook;
	readonly secret: string;
}

/** Actions on the signed-in account's webhooks. A webhook of another account is treated as missing. */
export function webhookActions(context: AccountContext) {
	const { state, webhookSecrets } = context;
	const { webhooks, deliveries } = state;

	/** @throws UserError when the account has no such webhook */
	async function own(account: Account, id: string): Promise<Webhook> {
		const webhook = await webhooks.find(account.id, id);
		if (webhook === undefined) throw new UserError('This webhook does not exist.');
		return webhook;
	}

	/** @throws UserError when the operator or the plan does not allow webhooks */
	function secretsFor({ plan }: Account) {
		if (webhookSecrets === undefined) throw new UserError(NO_WEBHOOKS);
		if (!planAllows(plan, 'webhooks:manage')) {
			throw new UserError(`Webhooks need the ${plansFor('webhooks:manage')} plan.`);
		}
		return webhookSecrets;
	}

	/** Changes a webhook, and notes that in the history of the account. */
	function change<T>(
		request: RequestContext,
		id: string,
		kind: EventKind,
		work: (account: Account, webhook: Webhook) => Promise<T>,
	): Promise<Result<T>> {
		return asOwner(context, request, async (account) => {
			const webhook = await own(account, id);
			const done = await work(account, webhook);
			await recordEvent(context, account.id, kind, request, hostOf(webhook));
			return done;
		});
	}

	return {
		/** Whether the operator has set AUTH_SECRET, which webhooks need. */
		hasWebhooks: webhookSecrets !== undefined,

		/** Returns the account's webhooks, oldest first. */
		webhooks: (request: RequestContext): Promise<Result<Webhook[]>> =>
			asOwner(context, request, ({ id }) => webhooks.ofAccount(id)),

		/** Returns the events that were sent to a webhook, newest first. */
		deliveries: (request: RequestContext, id: string): Promise<Result<Delivery[]>> =>
			asOwner(context, request, (account) => deliveries.ofWebhook(account.id, id, 0, MOST_DELIVERIES)),

		addWebhook: (request: RequestContext, settings: WebhookSettings): Promise<Result<MadeWebhook>> =>
			asOwner(context, request, async (account) => {
				const secrets = secretsFor(account);
				const secret = makeWebhookSecret();
				const seal = (id: string) => secrets.seal(secret, id);
				const webhook = await webhooks.add({ ...settings, account: account.id, seal });
				if (webhook === undefined) {
					throw new UserError(FULL);
				}
				await recordEvent(context, account.id, 'webhook_made', request, hostOf(webhook));
				return { webhook, secret };
			}),

		changeWebhook: (request: RequestContext, id: string, settings: WebhookSettings): Promise<Result<void>> =>
			change(request, id, 'webhook_changed', async (account) => void (await webhooks.change(account.id, id, settings))),

		/** Switches a webhook on or off. */
		switchWebhook: (request: RequestContext, id: string, isOn: boolean): Promise<Result<void>> =>
			change(request, id, 'webhook_changed', async (account) => {
				if (!isOn) return void (await webhooks.switchOff(account.id, id));
				secretsFor(account);
				await webhooks.switchOn(account.id, id);
			}),

		/** Replaces the secret of a webhook. The previous one also signs for a day. */
		rotateWebhook: (request: RequestContext, id: string): Promise<Result<MadeWebhook>> =>
			change(request, id, 'webhook_rotated', async (account) => {
				const secrets = secretsFor(account);
				const secret = makeWebhookSecret();
				await webhooks.rotate(account.id, id, secrets.seal(secret, id));
				return { webhook: await own(account, id), secret };
			}),

		removeWebhook: (request: RequestContext, id: string): Promise<Result<void>> =>
			change(request, id, 'webhook_removed', async (account) => void (await webhooks.remove(account.id, id))),

		/** Sends a test event to a webhook. */
		testWebhook: (request: RequestContext, id: string): Promise<Result<Delivery>> =>
			asOwner(context, request, async (account) => sent(await deliveries.test(account.id, id))),

		/** Sends an event again. */
		sendAgain: (request: RequestContext, id: string, delivery: string): Promise<Result<Delivery>> =>
			asOwner(context, request, async (account) => sent(await deliveries.again(account.id, id, delivery))),
	};
}

/** Why events were not sent by hand, for owners. */
const NOT_SENT: { readonly [reason in NotSent]: string } = {
	missing: 'This event does not exist any more.',
	off: 'The webhook is switched off, or your plan does not include webhooks. Switch it on first.',
	'too many': TOO_MANY_BY_HAND,
};

/** @throws UserError when the event was not sent */
function sent(delivery: Delivery | NotSent): Delivery {
	if (typeof delivery === 'string') throw new UserError(NOT_SENT[delivery]);
	return delivery;
}

function hostOf({ url }: Webhook): string {
	return new URL(url).host;
}
