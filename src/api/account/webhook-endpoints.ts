/** The endpoints about webhooks. */
import { BOTH_SECRETS, MOST_BY_HAND, MOST_DELIVERIES, MOST_WEBHOOKS } from '../../state/webhooks/webhook.ts';
import type { Endpoint } from '../endpoint.ts';
import { onePage, whole } from '../schemas/envelope.ts';
import { newWebhook, webhook, webhookChanges, webhookDelivery, webhookWithSecret } from '../schemas/webhook.ts';
import { forAccount } from './answer-account.ts';
import { DELIVERY_PARAMETERS, WEBHOOK_HANDLERS } from './webhooks.ts';

const SHARED = {
	tag: 'Webhooks',
	scope: 'webhooks:manage',
	parameters: {},
	noun: 'webhook',
	isExtension: true,
} as const;

const WEBHOOK = {
	id: 'wh_4nT8xWq2LmKc7YbZr9VdPs3A',
	url: 'https://shop.example/hooks/directory',
	events: ['release.published', 'proposal.settled'],
	enabled: true,
	disabled_reason: null,
	disabled_at: null,
	previous_secret_until: null,
	created_at: '2026-04-18T09:30:00Z',
	updated_at: '2026-04-18T09:30:00Z',
};
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAbCdEfGhIjk=';
const DELIVERY = {
	id: 'dlv_9sKd2RtXq4WmZb7LcNf5YpVh',
	event_id: 'msg_3bVxT6wRqN8yKzLmPd2CsJf7',
	event: 'release.published',
	status: 'delivered',
	attempts: 1,
	response_status: 204,
	error: null,
	created_at: '2026-04-18T10:00:00.120Z',
	tried_at: '2026-04-18T10:00:00.480Z',
	next_attempt_at: null,
};
const WAITING = { ...DELIVERY, status: 'waiting', attempts: 0, response_status: null, tried_at: null };
const ONE = `/webhooks/${WEBHOOK.id}`;

export const WEBHOOK_ENDPOINTS = [
	{
		...SHARED,
		path: '/webhooks',
		operation: 'listWebhooks',
		handle: forAccount(WEBHOOK_HANDLERS.listWebhooks),
		summary: 'List your webhooks',
		description: 'Returns the webhooks of your account, oldest first. The list is not paginated.',
		response: whole(webhook.array()),
		example: '/webhooks',
		exampleResponse: { data: [WEBHOOK] },
	},
	{
		...SHARED,
		method: 'POST',
		path: '/webhooks',
		operation: 'createWebhook',
		handle: forAccount(WEBHOOK_HANDLERS.createWebhook),
		summary: 'Add a webhook',
		description: `Adds a webhook. Store the \`secret\` of the response: it is never shown again. An account can have ${MOST_WEBHOOKS} webhooks.`,
		status: 201,
		hasSecret: true,
		body: newWebhook,
		response: whole(webhookWithSecret),
		example: '/webhooks',
		exampleBody: { url: WEBHOOK.url, events: WEBHOOK.events },
		exampleResponse: { data: { ...WEBHOOK, secret: SECRET } },
	},
	{
		...SHARED,
		path: '/webhooks/:id',
		operation: 'getWebhook',
		handle: forAccount(WEBHOOK_HANDLERS.getWebhook),
		summary: 'Get a webhook',
		description: 'Returns one of your webhooks, without its secret.',
		response: whole(webhook),
		example: ONE,
		exampleResponse: { data: WEBHOOK },
	},
	{
		...SHARED,
		method: 'PATCH',
		path: '/webhooks/:id',
		operation: 'updateWebhook',
		handle: forAccount(WEBHOOK_HANDLERS.updateWebhook),
		summary: 'Change a webhook',
		description:
			'Changes the fields that you send, and leaves the others as they are. With `"enabled": true`, you switch a webhook on again that was switched off.',
		body: webhookChanges,
		response: whole(webhook),
		example: ONE,
		exampleBody: { events: ['release.published'] },
		exampleResponse: { data: { ...WEBHOOK, events: ['release.published'], updated_at: '2026-04-18T10:12:00Z' } },
	},
	{
		...SHARED,
		method: 'DELETE',
		path: '/webhooks/:id',
		operation: 'deleteWebhook',
		handle: forAccount(WEBHOOK_HANDLERS.deleteWebhook),
		summary: 'Remove a webhook',
		description:
			'Removes a webhook with the list of its events, and returns it as it was. Events that wait are not sent.',
		response: whole(webhook),
		example: ONE,
		exampleResponse: { data: WEBHOOK },
	},
	{
		...SHARED,
		method: 'POST',
		path: '/webhooks/:id/rotate',
		operation: 'rotateWebhookSecret',
		handle: forAccount(WEBHOOK_HANDLERS.rotateWebhookSecret),
		summary: 'Rotate the secret of a webhook',
		description: `Replaces the secret, and returns the new one. For ${BOTH_SECRETS} hours, each event is signed with both secrets.`,
		hasSecret: true,
		response: whole(webhookWithSecret),
		example: `${ONE}/rotate`,
		exampleResponse: {
			data: {
				...WEBHOOK,
				previous_secret_until: '2026-04-19T10:12:00Z',
				updated_at: '2026-04-18T10:12:00Z',
				secret: SECRET,
			},
		},
	},
	{
		...SHARED,
		method: 'POST',
		path: '/webhooks/:id/test',
		operation: 'testWebhook',
		handle: forAccount(WEBHOOK_HANDLERS.testWebhook),
		summary: 'Send a test event',
		description: `Sends the event \`webhook.test\`, once. Read its delivery after some seconds to see the result. You can send ${MOST_BY_HAND} events by hand in a minute.`,
		status: 202,
		response: whole(webhookDelivery),
		example: `${ONE}/test`,
		exampleResponse: { data: { ...WAITING, event: 'webhook.test', next_attempt_at: DELIVERY.created_at } },
	},
	{
		...SHARED,
		path: '/webhooks/:id/deliveries',
		operation: 'listWebhookDeliveries',
		handle: forAccount(WEBHOOK_HANDLERS.listWebhookDeliveries),
		summary: 'List the events of a webhook',
		description: `Returns the last ${MOST_DELIVERIES} events that were sent to a webhook or wait, newest first.`,
		parameters: DELIVERY_PARAMETERS,
		response: onePage(webhookDelivery),
		example: `${ONE}/deliveries?per_page=1`,
		exampleResponse: {
			data: [DELIVERY],
			meta: { page: 1, per_page: 1, total: 1, total_pages: 1 },
			pagination: { page: 1, per_page: 1, has_more: false },
		},
	},
	{
		...SHARED,
		method: 'POST',
		path: '/webhooks/:id/deliveries/:delivery/retry',
		operation: 'retryWebhookDelivery',
		handle: forAccount(WEBHOOK_HANDLERS.retryWebhookDelivery),
		summary: 'Send an event again',
		description: `Sends an event again now, with the same \`webhook-id\`. You can send ${MOST_BY_HAND} events by hand in a minute.`,
		status: 202,
		response: whole(webhookDelivery),
		noun: 'delivery',
		example: `${ONE}/deliveries/${DELIVERY.id}/retry`,
		exampleResponse: { data: { ...DELIVERY, status: 'waiting', next_attempt_at: '2026-04-18T10:12:00.000Z' } },
	},
] as const satisfies readonly Endpoint[];
