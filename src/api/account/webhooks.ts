/** Answers requests about webhooks. */
import type { Delivery, Webhook } from '../../state/webhooks/webhook.ts';
import { linkHeader, pageBody, pageRequest } from '../page.ts';
import { pagination } from '../parameters.ts';
import { newWebhook, webhookChanges } from '../schemas/webhook.ts';
import { BASE_PATH } from '../target.ts';
import type { AccountHandler, AccountRequest } from './answer-account.ts';
import {
	addWebhook,
	changeWebhook,
	findDelivery,
	findWebhook,
	type MadeWebhook,
	removeWebhook,
	rotateSecret,
	sendAgain,
	sendTest,
} from './own-webhooks.ts';

const { page, per_page } = pagination(100);
export const DELIVERY_PARAMETERS = { page, per_page };

export const WEBHOOK_HANDLERS = {
	async listWebhooks(request) {
		request.parameters({});
		const webhooks = await request.stores.webhooks.ofAccount(request.account.id);
		return { body: { data: webhooks.map(webhookData) } };
	},

	async createWebhook(request) {
		request.parameters({});
		const made = await addWebhook(request, request.body(newWebhook));
		return { body: { data: madeData(made) }, headers: locationOf(request, made.webhook.id) };
	},

	async getWebhook(request) {
		return { body: { data: webhookData(await own(request)) } };
	},

	async updateWebhook(request) {
		const { id } = await own(request);
		return { body: { data: webhookData(await changeWebhook(request, id, request.body(webhookChanges))) } };
	},

	async deleteWebhook(request) {
		const { id } = await own(request);
		return { body: { data: webhookData(await removeWebhook(request, id)) } };
	},

	async rotateWebhookSecret(request) {
		const { id } = await own(request);
		return { body: { data: madeData(await rotateSecret(request, id)) } };
	},

	async testWebhook(request) {
		const { id } = await own(request);
		return { body: { data: deliveryData(await sendTest(request, id)) }, headers: deliveriesOf(request, id) };
	},

	async listWebhookDeliveries(request) {
		const { account, stores, siteUrl, path, query, segments } = request;
		const { id } = await findWebhook(request, segments[1]!);
		const asked = pageRequest(request.parameters(DELIVERY_PARAMETERS));
		const total = await stores.deliveries.countOf(account.id, id);
		const deliveries = await stores.deliveries.ofWebhook(account.id, id, asked.offset, asked.perPage);
		return {
			body: pageBody(deliveries.map(deliveryData), total, asked),
			headers: ['Link', linkHeader(`${siteUrl}${BASE_PATH}${path}`, query, total, asked)],
		};
	},

	async retryWebhookDelivery(request) {
		const [, id, , delivery] = request.segments as readonly [string, string, string, string];
		await findDelivery(request, id, delivery);
		request.parameters({});
		return { body: { data: deliveryData(await sendAgain(request, id, delivery)) }, headers: deliveriesOf(request, id) };
	},
} as const satisfies { readonly [operation: string]: AccountHandler };

/** Returns the header with the address of a webhook. */
function locationOf({ siteUrl }: AccountRequest, place: string): readonly string[] {
	return ['Location', `${siteUrl}${BASE_PATH}/webhooks/${place}`];
}

/** Returns the header with the address of a webhook's deliveries, none of which has an address of its own. */
function deliveriesOf(request: AccountRequest, id: string): readonly string[] {
	return locationOf(request, `${id}/deliveries`);
}

/** Finds the webhook that the path names. @throws ApiError when the account has none, or if there are parameters */
async function own(request: AccountRequest): Promise<Webhook> {
	const webhook = await findWebhook(request, request.segments[1]!);
	request.parameters({});
	return webhook;
}

function madeData({ webhook, secret }: MadeWebhook) {
	return { ...webhookData(webhook), secret };
}

function webhookData({ id, url, events, off, off_since, previous_until, created_at, updated_at }: Webhook) {
	return {
		id,
		url,
		events,
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
