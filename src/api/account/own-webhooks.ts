/** What owners do with their webhooks, and its rules. The API and the dashboard use it. */
import { toTimestamp } from '../../shared/to-timestamp.ts';
import type { EventKind } from '../../state/event.ts';
import { planAllows, plansFor } from '../../state/keys/scope.ts';
import type { NotSent } from '../../state/webhooks/by-hand.ts';
import { makeWebhookSecret, type SecretBox } from '../../state/webhooks/sealed-secret.ts';
import {
	type Delivery,
	FULL,
	NO_WEBHOOKS,
	TOO_MANY_BY_HAND,
	type Webhook,
	type WebhookSettings,
} from '../../state/webhooks/webhook.ts';
import { ApiError, quoted } from '../error.ts';
import { shortAddress } from '../limits/address.ts';
import type { AccountRequest } from './answer-account.ts';

/** Who acts. A webhook of another account is treated as missing. */
export interface WebhookOwner extends Pick<AccountRequest, 'account' | 'webhookSecrets' | 'address'> {
	readonly stores: Pick<AccountRequest['stores'], 'webhooks' | 'deliveries' | 'events'>;
}

/** A webhook with its secret, which is never shown again. */
export interface MadeWebhook {
	readonly webhook: Webhook;
	readonly secret: string;
}

/** New settings, and whether the webhook is switched on. What is undefined stays as it is. */
export type WebhookChanges = { readonly [K in keyof WebhookSettings]?: WebhookSettings[K] | undefined } & {
	readonly enabled?: boolean | undefined;
};

const MINUTE = 60;

/** @throws ApiError NOT_FOUND when the account has no such webhook */
export async function findWebhook({ account, stores }: WebhookOwner, id: string): Promise<Webhook> {
	const webhook = await stores.webhooks.find(account.id, id);
	if (webhook === undefined) throw missing('webhook', id);
	return webhook;
}

/** @throws ApiError */
export async function addWebhook(owner: WebhookOwner, settings: WebhookSettings): Promise<MadeWebhook> {
	const secrets = needSecrets(owner);
	const secret = makeWebhookSecret();
	const webhook = await owner.stores.webhooks.add({
		...settings,
		...withoutRepeats(settings),
		account: owner.account.id,
		seal: (id) => secrets.seal(secret, id),
	});
	if (webhook === undefined) throw new ApiError('CONFLICT', FULL);
	await note(owner, webhook, 'webhook_made');
	return { webhook, secret };
}

/** @throws ApiError */
export async function changeWebhook(
	owner: WebhookOwner,
	id: string,
	{ enabled, ...settings }: WebhookChanges,
): Promise<Webhook> {
	await findWebhook(owner, id);
	if (enabled === true) needSecrets(owner);
	const { webhooks } = owner.stores;
	await webhooks.change(owner.account.id, id, withoutRepeats(settings));
	if (enabled === false) await webhooks.switchOff(owner.account.id, id);
	if (enabled === true) await webhooks.switchOn(owner.account.id, id);
	const changed = await findWebhook(owner, id);
	await note(owner, changed, 'webhook_changed');
	return changed;
}

/** Replaces the secret. The previous one also signs for a day. @throws ApiError */
export async function rotateSecret(owner: WebhookOwner, id: string): Promise<MadeWebhook> {
	await findWebhook(owner, id);
	const secret = makeWebhookSecret();
	await owner.stores.webhooks.rotate(owner.account.id, id, needSecrets(owner).seal(secret, id));
	const webhook = await findWebhook(owner, id);
	await note(owner, webhook, 'webhook_rotated');
	return { webhook, secret };
}

/** Returns the webhook as it was. @throws ApiError */
export async function removeWebhook(owner: WebhookOwner, id: string): Promise<Webhook> {
	const webhook = await findWebhook(owner, id);
	await owner.stores.webhooks.remove(owner.account.id, id);
	await note(owner, webhook, 'webhook_removed');
	return webhook;
}

/** Sends a test event. @throws ApiError */
export async function sendTest(owner: WebhookOwner, id: string): Promise<Delivery> {
	await findWebhook(owner, id);
	needSecrets(owner);
	return sent(await owner.stores.deliveries.test(owner.account.id, id), missing('webhook', id));
}

/** Sends an event again. @throws ApiError */
export async function sendAgain(owner: WebhookOwner, id: string, delivery: string): Promise<Delivery> {
	const { account, stores } = owner;
	await findDelivery(owner, id, delivery);
	needSecrets(owner);
	return sent(await stores.deliveries.again(account.id, id, delivery), missing('delivery', delivery));
}

/** @throws ApiError NOT_FOUND when the account has no such webhook, or the webhook no such delivery */
export async function findDelivery(owner: WebhookOwner, id: string, delivery: string): Promise<Delivery> {
	await findWebhook(owner, id);
	const found = await owner.stores.deliveries.find(owner.account.id, id, delivery);
	if (found === undefined) throw missing('delivery', delivery);
	return found;
}

function missing(noun: string, id: string): ApiError {
	return new ApiError('NOT_FOUND', `You have no ${noun} ${quoted(id)}.`);
}

/** @throws ApiError when the operator or the plan does not allow that events are sent */
function needSecrets({ account, webhookSecrets }: WebhookOwner): SecretBox {
	if (webhookSecrets === undefined) throw new ApiError('CONFLICT', NO_WEBHOOKS);
	if (!planAllows(account.plan, 'webhooks:manage')) {
		throw new ApiError('INSUFFICIENT_SCOPE', `Webhooks need the ${plansFor('webhooks:manage')} plan.`);
	}
	return webhookSecrets;
}

/** @throws ApiError when the event was not sent */
function sent(delivery: Delivery | NotSent, isMissing: ApiError): Delivery {
	if (delivery === 'missing') throw isMissing;
	if (delivery === 'off') {
		throw new ApiError('CONFLICT', 'The webhook is switched off. Switch it on first.');
	}
	if (delivery === 'too many') {
		throw new ApiError('RATE_LIMITED', TOO_MANY_BY_HAND, { retryAfter: MINUTE });
	}
	return delivery;
}

function withoutRepeats({ url, events }: WebhookChanges): Partial<WebhookSettings> {
	return {
		...(url !== undefined && { url }),
		...(events && { events: [...new Set(events)] }),
	};
}

/** Notes a change in the history of the account. */
function note({ account, stores, address }: WebhookOwner, { url }: Webhook, kind: EventKind): Promise<void> {
	return stores.events.add({
		account_id: account.id,
		key_id: null,
		kind,
		detail: new URL(url).host,
		address: shortAddress(address()),
		at: toTimestamp(new Date()),
	});
}
