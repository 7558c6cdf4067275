/** Webhooks and their events in requests and responses. */

import { z } from 'zod';
import { CHANGE_KINDS, CHANGE_OPS } from '../../catalog/change.ts';
import * as field from '../../catalog/fields.ts';
import {
	DELIVERY_STATUSES,
	OFF_REASONS,
	TEST_EVENT,
	WEBHOOK_EVENT_NAMES,
	WEBHOOK_EVENTS,
	type WebhookEventName,
} from '../../state/webhooks/webhook.ts';
import { WebhookEvents, WebhookUrl } from '../../state/webhooks/webhook-settings.ts';
import { component } from './component.ts';

const MEANINGS = {
	url: 'The https address that receives the events',
	events: 'The events that it receives',
	enabled: 'Whether it receives events',
};

const instant = (description: string) => z.iso.datetime().meta({ description });

const SETTINGS = {
	url: WebhookUrl.meta({ description: MEANINGS.url }),
	events: WebhookEvents.meta({ description: MEANINGS.events }),
};

export const newWebhook = z.strictObject(SETTINGS);

export const webhookChanges = z.strictObject({
	url: SETTINGS.url.optional(),
	events: SETTINGS.events.optional(),
	enabled: z.boolean().optional().meta({ description: 'Whether it receives events from now on' }),
});

const WEBHOOK = {
	id: z.string().meta({ description: 'Its ID, which starts with `wh_`' }),
	url: z.string().meta({ description: MEANINGS.url }),
	events: z.array(z.enum(WEBHOOK_EVENT_NAMES)).meta({ description: MEANINGS.events }),
	enabled: z.boolean().meta({ description: MEANINGS.enabled }),
	disabled_reason: z.enum(OFF_REASONS).nullable().meta({
		description:
			'Why it receives nothing: its `owner` switched it off, it was `failing` for a day, it answered 410 (`gone`), or its `secret` cannot be read any more and must be rotated',
	}),
	disabled_at: field.timestamp.nullable().meta({ description: 'When it was switched off' }),
	previous_secret_until: field.timestamp
		.nullable()
		.meta({ description: 'Until when events are signed with the previous secret too' }),
	created_at: field.timestamp.meta({ description: 'When it was added' }),
	updated_at: field.timestamp.meta({ description: 'When it was changed last' }),
};

export const webhook = component('Webhook', 'An address of yours that receives events', z.strictObject(WEBHOOK));

export const webhookWithSecret = component(
	'WebhookWithSecret',
	'A webhook with its new secret',
	z.strictObject({
		...WEBHOOK,
		secret: z.string().meta({ description: 'The secret that signs its events. It is never shown again' }),
	}),
);

export const webhookDelivery = component(
	'WebhookDelivery',
	'An event that was sent to a webhook, or waits to be sent',
	z.strictObject({
		id: z.string().meta({ description: 'Its ID, which starts with `dlv_`' }),
		event_id: z.string().meta({ description: 'The ID of the event: the header `webhook-id`' }),
		event: z.enum([...WEBHOOK_EVENT_NAMES, TEST_EVENT]).meta({ description: 'The kind of event' }),
		status: z
			.enum(DELIVERY_STATUSES)
			.meta({ description: '`waiting` until it is `delivered`, or given up after a day (`failed`)' }),
		attempts: field.count.meta({ description: 'How often it was sent' }),
		response_status: z
			.int()
			.nullable()
			.meta({ description: 'The status of the last response; null if there was none' }),
		error: z.string().nullable().meta({ description: 'Why the last attempt failed' }),
		created_at: instant('When the event happened'),
		tried_at: instant('When it was sent last').nullable(),
		next_attempt_at: instant('When it is sent again').nullable(),
	}),
);

const change = z.object({
	kind: z.enum(CHANGE_KINDS).meta({ description: 'The kind of record' }),
	id: z.string().meta({ description: 'The slug of the record; for a review, its ID' }),
	op: z.enum(CHANGE_OPS).meta({ description: 'What happened to it' }),
	renamed_from: z.string().optional().meta({ description: 'Its former slug, if it was renamed' }),
	successor: z.string().optional().meta({ description: 'The slug of the record that replaces a removed one' }),
	fields: z.array(z.string()).optional().meta({ description: 'The names of the fields that changed' }),
});
const release = z.object({
	snapshot: z.string().meta({ description: 'The snapshot that was published' }),
	since: z.string().nullable().meta({
		description: 'The snapshot that was announced before; null if the changes since then are not known',
	}),
	changes_url: z.string().nullable().meta({ description: 'The address of all changes since then' }),
	changes: z.array(change).meta({ description: 'The first of these changes' }),
	more: field.count.meta({ description: 'The number of changes that the event leaves out' }),
});
const proposal = z.object({
	id: z.string().meta({ description: 'Its ID' }),
	kind: z.string().meta({ description: 'What it is about' }),
	target: z.string().meta({ description: 'The slug of the record that it is about' }),
	status: z.enum(['accepted', 'rejected']).meta({ description: 'The decision' }),
	reason: z.string().nullable().meta({ description: 'What the editor says about the decision' }),
	settled_at: field.timestamp.meta({ description: 'When it was settled' }),
});

const DATA = {
	'release.published': release,
	'proposal.settled': proposal,
	[TEST_EVENT]: z.object({ webhook: z.string().meta({ description: 'The ID of the webhook' }) }),
} as const satisfies { readonly [E in WebhookEventName | typeof TEST_EVENT]: z.ZodType };

const EVENT_MEANINGS: { readonly [event: string]: string } = {
	...WEBHOOK_EVENTS,
	[TEST_EVENT]: 'You asked for a test.',
};

/** The events, each with its meaning and the schema of its body. */
export const WEBHOOK_EVENT_BODIES = Object.entries(DATA).map(([event, data]) => ({
	event,
	meaning: EVENT_MEANINGS[event]!,
	body: z.object({
		type: z.literal(event).meta({ description: 'The kind of event' }),
		timestamp: z.iso.datetime().meta({ description: 'When it happened' }),
		data: data as z.ZodType,
	}),
}));
