import { z } from 'zod';
import { WEBHOOK_EVENT_NAMES, type Webhook } from '../../../state/webhooks/webhook.ts';
import { WebhookSettingsSchema } from '../../../state/webhooks/webhook-settings.ts';
import { type Problems, Text } from '../account-page.ts';

/** Checkboxes. Browsers send nothing if no box is checked, a string for one box, and a list for several. */
const Choices = z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]);

export const WebhookForm = z.object({
	/** The form token, so that submitting a form twice adds only one webhook. */
	token: Text,
	url: Text,
	'events[]': Choices,
});

export type WebhookFormValues = z.output<typeof WebhookForm>;

export const NEW_WEBHOOK_VALUES: WebhookFormValues = {
	token: '',
	url: '',
	'events[]': [...WEBHOOK_EVENT_NAMES],
};

export function formValues({ url, events }: Webhook): WebhookFormValues {
	return { token: '', url, 'events[]': [...events] };
}

/** Reads the settings of a form. Returns a message for each invalid field if they break a rule. */
export function settingsOf({ url, 'events[]': events }: WebhookFormValues) {
	const read = WebhookSettingsSchema.safeParse({
		url: url.trim(),
		events: [...new Set(events)],
	});
	if (read.success) return { ok: true, settings: read.data } as const;
	const problems: Problems = Object.fromEntries(
		read.error.issues.map(({ path, message }) => [String(path[0]), message]),
	);
	return { ok: false, problems } as const;
}
