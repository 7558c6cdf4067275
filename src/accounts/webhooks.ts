import {
	addWebhook,
	changeWebhook,
	type MadeWebhook,
	removeWebhook,
	rotateSecret,
	sendAgain,
	sendTest,
	type WebhookOwner,
} from '../api/account/own-webhooks.ts';
import { ApiError } from '../api/error.ts';
import { type Delivery, MOST_DELIVERIES, type Webhook, type WebhookSettings } from '../state/webhooks/webhook.ts';
import type { AccountContext, RequestContext } from './context.ts';
import { failure, type Result } from './result.ts';
import { asSignedIn } from './session.ts';

/** Actions on the signed-in account's webhooks. */
export function webhookActions(context: AccountContext) {
	const { state, webhookSecrets } = context;

	/** Does what the API does, as the owner who is signed in. */
	async function asOwner<T>(request: RequestContext, work: (owner: WebhookOwner) => Promise<T>): Promise<Result<T>> {
		const address = () => request.address;
		try {
			return await asSignedIn(context, request, (account) => work({ account, stores: state, webhookSecrets, address }));
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			const { message, retryAfter } = error;
			return retryAfter === undefined ? failure('REFUSED', message) : { ...failure('TOO_MANY', message), retryAfter };
		}
	}

	return {
		/** Whether the operator has set AUTH_SECRET, which webhooks need. */
		hasWebhooks: webhookSecrets !== undefined,

		/** Returns the account's webhooks, oldest first. */
		webhooks: (request: RequestContext): Promise<Result<Webhook[]>> =>
			asSignedIn(context, request, ({ id }) => state.webhooks.ofAccount(id)),

		/** Returns the events that were sent to a webhook, newest first. */
		deliveries: (request: RequestContext, id: string): Promise<Result<Delivery[]>> =>
			asSignedIn(context, request, (account) => state.deliveries.ofWebhook(account.id, id, 0, MOST_DELIVERIES)),

		addWebhook: (request: RequestContext, settings: WebhookSettings): Promise<Result<MadeWebhook>> =>
			asOwner(request, (owner) => addWebhook(owner, settings)),

		changeWebhook: (request: RequestContext, id: string, settings: WebhookSettings): Promise<Result<Webhook>> =>
			asOwner(request, (owner) => changeWebhook(owner, id, settings)),

		switchWebhook: (request: RequestContext, id: string, enabled: boolean): Promise<Result<Webhook>> =>
			asOwner(request, (owner) => changeWebhook(owner, id, { enabled })),

		rotateWebhook: (request: RequestContext, id: string): Promise<Result<MadeWebhook>> =>
			asOwner(request, (owner) => rotateSecret(owner, id)),

		removeWebhook: (request: RequestContext, id: string): Promise<Result<Webhook>> =>
			asOwner(request, (owner) => removeWebhook(owner, id)),

		testWebhook: (request: RequestContext, id: string): Promise<Result<Delivery>> =>
			asOwner(request, (owner) => sendTest(owner, id)),

		sendAgain: (request: RequestContext, id: string, delivery: string): Promise<Result<Delivery>> =>
			asOwner(request, (owner) => sendAgain(owner, id, delivery)),
	};
}
