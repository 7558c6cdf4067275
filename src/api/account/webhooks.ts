/** Answers requests about webhooks. A webhook of another account is treated as missing. */
import type { EventKind } from '../../state/event.ts';
import type { NotSent } from '../../state/webhooks/by-hand.ts';
import { makeWebhookSecret, type SecretBox } from '../../state/webhooks/sealed-secret.ts';
import { type Delivery, FULL, NO_WEBHOOKS, TOO_MANY_BY_HAND, type Webhook } from '../../state/webhooks/webhook.ts';
import { ApiError, quoted } from '../error.ts';
import { linkHeader, pageBody, pageRequest } from '../page.ts';
import { pagination } from '../parameters.ts';
import { recordEvent } from '../record-event.ts';
import { newWebhook, webhookChanges } from '../schemas/webhook.ts';
import { BASE_PATH } from '../target.ts';
import type { AccountHandler, AccountRequest } from './account-request.ts';

const { page, per_page } = pagination(100);
export const DELIVERY_PARAMETERS = { page, per_page };

const MINUTE = 60;

export const WEBHOOK_HANDLERS = {
	async listWebhooks(request) {
		request.parameters({});
		const webhooks = await request.stores.webhooks.ofAccount(request.account.id);
		return { body: { data: webhooks.map(webhookData) } };
	},

	async createWebhook(request) {
		request.parameters({});
		const { url, events, programs = null } = request.body(newWebhook);
		const { account, stores } = request;
		const secrets = needSecrets(request);
		const secret = makeWebhookSecret();
		const seal = (id: string) => secrets.seal(secret, id);
		const settings = { url, events: [...new Set(events)], programs: programs && [...new Set(programs)] };
		const made = await stores.webhooks.add({ ...settings, account: account.id, seal });
		if (made === undefined) {
			throw new ApiError('CONFLICT', FULL);
		}
		await note(request, made, 'webhook_made');
		return { body: { data: { ...webhookData(made), secret } }, headers: locationOf(request, made.id) };
	},

	async getWebhook(request) {
		const webhook = await own(request);
		request.parameters({});
		return { body: { data: webhookData(webhook) } };
	},

	async updateWebhook(request) {
		const { id } = await own(request);
		request.parameters({});
		const { enabled, url, events, programs } = request.body(webhookChanges);
		const { account, stores } = request;
		const changes = {
			...(url !== undefined && { url }),
			...(events && { events: [...new Set(events)] }),
			...(programs !== undefined && { programs: programs && [...new Set(programs)] }),
		};
		await stores.webhooks.change(account.id, id, changes);
		if (enabled === false) await stores.webhooks.switchOff(account.id, id);
		if (enabled === true) await stores.webhooks.switchOn(account.id, id);
		const changed = await own(request);
		await note(request, changed, 'webhook_changed');
		return { body: { data: webhookData(changed) } };
	},

	async deleteWebhook(request) {
		const webhook = await own(request);
		request.parameters({});
		await request.stores.webhooks.remove(request.account.id, webhook.id);
		await note(request, webhook, 'webhook_removed');
		return { body: { data: webhookData(webhook) } };
	},

	async rotateWebhookSecret(request) {
		const { id } = await own(request);
		request.parameters({});
		const secret = makeWebhookSecret();
		await request.stores.webhooks.rotate(request.account.id, id, needSecrets(request).seal(secret, id));
		const rotated = await own(request);
		await note(request, rotated, 'webhook_rotated');
		return { body: { data: { ...webhookData(rotated), secret } } };
	},

	async testWebhook(request) {
		const { id } = await own(request);
		request.parameters({});
		const data = sent(await request.stores.deliveries.test(request.account.id, id), request);
		return { body: { data }, headers: locationOf(request, `${id}/deliveries`) };
	},

	async listWebhookDeliveries(request) {
		const { id } = await own(request);
		const { account, stores, siteUrl, path, query } = request;
		const asked = pageRequest(request.parameters(DELIVERY_PARAMETERS));
		const total = await stores.deliveries.countOf(account.id, id);
		const deliveries = await stores.deliveries.ofWebhook(account.id, id, asked.offset, asked.perPage);
		return {
			body: pageBody(deliveries.map(deliveryData), total, asked),
			headers: ['Link', linkHeader(`${siteUrl}${BASE_PATH}${path}`, query, total, asked)],
		};
	},

	async retryWebhookDelivery(request) {
		const { id } = await own(request);
		const { account, stores, segments } = request;
		const delivery = segments[3]!;
		if ((await stores.deliveries.find(account.id, id, delivery)) === undefined) throw missing('delivery', delivery);
		request.parameters({});
		const data = sent(await stores.deliveries.again(account.id, id, delivery), request);
		return { body: { data }, headers: locationOf(request, `${id}/deliveries`) };
	},
} as const satisfies { readonly [operation: string]: AccountHandler };

/** Returns the header with the address of a webhook, or of its deliveries, none of which has an address of its own. */
function locationOf({ siteUrl }: AccountRequest, place: string): readonly string[] {
	return ['Location', `${siteUrl}${BASE_PATH}/webhooks/${place}`];
}

/** @throws ApiError NOT_FOUND when the account has no such webhook */
async function own({ account, segments, stores }: AccountRequest): Promise<Webhook> {
	const id = segments[1]!;
	const webhook = await stores.webhooks.find(account.id, id);
	if (webhook === undefined) throw missing('webhook', id);
	return webhook;
}

function missing(noun: string, id: string): ApiError {
	return new ApiError('NOT_FOUND', `You have no ${noun} ${quoted(id)}.`);
}

/** @throws ApiError CONFLICT when the operator has not set AUTH_SECRET */
function needSecrets({ webhookSecrets }: AccountRequest): SecretBox {
	if (webhookSecrets !== undefined) return webhookSecrets;
	throw new ApiError('CONFLICT', NO_WEBHOOKS);
}

/** @throws ApiError when the event was not sent */
function sent(delivery: Delivery | NotSent, { segments }: AccountRequest) {
	if (delivery === 'missing') throw missing('webhook', segments[1]!);
	if (delivery === 'off') {
		throw new ApiError('CONFLICT', 'The webhook is switched off. Switch it on first, with {"enabled": true}.');
	}
	if (delivery === 'too many') {
		throw new ApiError('RATE_LIMITED', TOO_MANY_BY_HAND, { retryAfter: MINUTE });
	}
	return deliveryData(delivery);
}

/** Notes a change in the history of the account. */
function note({ account, stores, address }: AccountRequest, { url }: Webhook, kind: EventKind): Promise<void> {
	return recordEvent(stores, account.id, { kind, detail: new URL(url).host, address: address() });
}

function webhookData({ id, url, events, programs, off, off_since, previous_until, created_at, updated_at }: Webhook) {
	return {
		id,
		url,
		events,
		programs,
		enabled: off === null,
		disabled_reason: off,
		disabled_at: off_since,
		previous_secret_until: previous_until,
		created_at,
		updated_at,
	};
}

function deliveryData({ next_at, webhook_id: _, ...delivery }: Delivery) {
	return { ...delivery, next_attempt_at: next_at };
}
