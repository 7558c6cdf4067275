/** What is sent to webhooks. See webhooks.md, Events. */
import { z } from 'zod';
import { CHANGE_KINDS, CHANGE_OPS } from '../../catalog/change.ts';
import * as field from '../../catalog/fields.ts';
import { TEST_EVENT, WEBHOOK_EVENTS } from '../../state/webhooks/webhook.ts';

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
} as const;

const MEANINGS: { readonly [event: string]: string } = {
	...WEBHOOK_EVENTS,
	[TEST_EVENT]: 'You asked for a test.',
};

/** The events, each with its meaning and the schema of its body. */
export const WEBHOOK_EVENT_BODIES = Object.entries(DATA).map(([event, data]) => ({
	event,
	meaning: MEANINGS[event]!,
	body: z.object({
		type: z.literal(event).meta({ description: 'The kind of event' }),
		timestamp: z.iso.datetime().meta({ description: 'When it happened' }),
		data: data as z.ZodType,
	}),
}));
