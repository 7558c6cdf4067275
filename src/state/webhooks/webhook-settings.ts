/** The rules for the settings of webhooks, for the API and the dashboard. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { isPublic } from '../../shared/web/network.ts';
import { WEBHOOK_EVENT_NAMES, type WebhookEventName, type WebhookSettings } from './webhook.ts';

const LONGEST_URL = 1000;

export const WebhookUrl = z
	.string({ error: 'Enter the address that receives the events.' })
	.max(LONGEST_URL, { error: `The address can have at most ${LONGEST_URL} characters.` })
	.refine(isReceiver, {
		error:
			'The address must be the https address of a public server on port 443, without spaces, a user name, a password or a fragment.',
	});

export const WebhookEvents = z
	.array(
		z.enum(WEBHOOK_EVENT_NAMES as [WebhookEventName, ...WebhookEventName[]], {
			error: `It must be one of ${WEBHOOK_EVENT_NAMES.join(', ')}.`,
		}),
	)
	.min(1, { error: 'Choose at least one event.' })
	.max(WEBHOOK_EVENT_NAMES.length, { error: 'Name each event once.' });

export const WebhookSettingsSchema = z.object({
	url: WebhookUrl,
	events: WebhookEvents,
}) satisfies z.ZodType<WebhookSettings>;

/**
 * Whether an address can receive events. The addresses of its host are checked again at each connection, so this only
 * finds mistakes early.
 */
function isReceiver(text: string): boolean {
	// URLs can be parsed although they contain spaces and control characters.
	const url = /[\s\p{C}]/u.test(text) ? null : URL.parse(text);
	if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '' || url.hash !== '')
		return false;
	const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
	return isIP(host) === 0 ? host.includes('.') && !/\.(?:localhost|local|internal)\.?$/.test(host) : isPublic(host);
}
