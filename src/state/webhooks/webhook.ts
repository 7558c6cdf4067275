/** Webhooks: addresses to which servers send the events that an account has chosen. */

export const WEBHOOK_EVENTS = {
	'release.published': 'New data was published. Lists up to 100 of its changes.',
	'proposal.settled': 'An editor accepted or rejected a proposal of your account.',
} as const;

export type WebhookEventName = keyof typeof WEBHOOK_EVENTS;

export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as readonly WebhookEventName[];

/** The event that owners send to try a webhook. All webhooks receive it. */
export const TEST_EVENT = 'webhook.test';

/** Why a webhook is switched off. See OFF_MEANING. */
export const OFF_REASONS = ['owner', 'failing', 'gone', 'secret'] as const;
export type OffReason = (typeof OFF_REASONS)[number];

/** What each reason means, for owners. */
export const OFF_MEANING: { readonly [reason in OffReason]: string } = {
	owner: 'You switched it off.',
	failing: 'For a day, every attempt to send it an event failed.',
	gone: 'It answered 410, which means that it wants no more events.',
	secret:
		'Its secret cannot be read any more, because the operator changed a setting or restored a backup. Rotate the secret: that switches the webhook on again.',
};

export interface Webhook {
	readonly id: string;
	readonly account_id: string;
	/** The address that receives the events. */
	readonly url: string;
	readonly events: readonly WebhookEventName[];
	/** Why the webhook is switched off. Null if it is on. */
	readonly off: OffReason | null;
	/** When the webhook was switched off, as a timestamp. */
	readonly off_since: string | null;
	/** Until when events are signed with the previous secret too, as a timestamp. Null if there is only one secret. */
	readonly previous_until: string | null;
	readonly created_at: string;
	readonly updated_at: string;
}

/** The values that the owner sets. */
export type WebhookSettings = Pick<Webhook, 'url' | 'events'>;

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** An event on its way to a webhook. */
export interface Delivery {
	readonly id: string;
	readonly webhook_id: string;
	/** The ID of the event: the header `webhook-id`. It stays the same if the event is sent again. */
	readonly event_id: string;
	readonly event: WebhookEventName | typeof TEST_EVENT;
	readonly status: DeliveryStatus;
	/** How often the event was sent. */
	readonly attempts: number;
	/** The status of the last response. Null if there was no response. */
	readonly response_status: number | null;
	/** Why the last attempt failed. */
	readonly error: string | null;
	/** When the event happened, with milliseconds. */
	readonly created_at: string;
	/** When the event was sent last, with milliseconds. */
	readonly tried_at: string | null;
	/** When the event is sent again, with milliseconds. Null unless it waits. */
	readonly next_at: string | null;
}

/** The maximum number of webhooks of an account. */
export const MOST_WEBHOOKS = 10;
/** The number of events that are kept for each webhook, including those that wait. */
export const MOST_DELIVERIES = 100;
/** How long deliveries are kept, in days. */
export const DELIVERIES_KEPT = 30;
/** The maximum number of events that an account can send by hand in a minute. */
export const MOST_BY_HAND = 10;
/** How long events are signed with both secrets after a rotation, in hours. */
export const BOTH_SECRETS = 24;

/** What owners read if the operator has not set what webhooks need. */
export const NO_WEBHOOKS = 'This directory has no webhooks, because its operator has not set AUTH_SECRET.';
export const FULL = `You have ${MOST_WEBHOOKS} webhooks, which is the maximum. Remove one first.`;
export const TOO_MANY_BY_HAND = `You can send ${MOST_BY_HAND} events by hand in a minute. Try again in a minute.`;
