/** What is sent to webhooks. See webhooks.md, Events. */
import { z } from 'zod';
import * as field from '../../catalog/fields.ts';
import { CHANGE_OPS } from '../../snapshot/history/change.ts';
import { TEST_EVENT, WEBHOOK_EVENTS } from '../../state/webhooks/webhook.ts';

const RELEASE = {
	snapshot: z.string().meta({ description: 'The snapshot that was published' }),
	since: z.string().nullable().meta({ description: 'The snapshot that was announced before' }),
	changes_url: z.string().nullable().meta({ description: 'The address of the changes since then' }),
};
const more = field.count.meta({ description: 'The number of records that the event leaves out' });
const url = z.string().meta({ description: 'The address of its page' });

const program = z.object({
	slug: z.string().meta({ description: 'Its slug' }),
	op: z.enum(CHANGE_OPS).meta({ description: 'What happened to it' }),
	renamed_from: z.string().optional().meta({ description: 'Its former slug, if it was renamed' }),
	fields: z.array(z.string()).optional().meta({ description: 'The fields that changed' }),
	url,
});
const review = z.object({
	id: z.string().meta({ description: 'Its ID' }),
	program: z.string().meta({ description: 'The slug of the program that it is about' }),
	url,
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
	'release.published': z.object(RELEASE),
	'program.changed': z.object({ ...RELEASE, programs: z.array(program), more }),
	'review.published': z.object({ ...RELEASE, reviews: z.array(review), more }),
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
