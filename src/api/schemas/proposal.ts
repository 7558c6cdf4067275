/** Proposals in responses. See decisions, Writing. */
import { z } from 'zod';
import * as field from '../../catalog/fields.ts';
import { PROPOSAL_STATUSES } from '../../state/proposals/proposal.ts';
import { component } from './component.ts';

const values = (description: string) => z.record(z.string(), z.unknown()).meta({ description });

export const proposal = component(
	'Proposal',
	'A change that you have proposed',
	z.strictObject({
		id: z.string().meta({ description: 'Its ID, which starts with `prop_`' }),
		kind: z.enum(['program', 'organization', 'review', 'report']).meta({ description: 'What it is about' }),
		target: z.string().meta({ description: 'The slug of the record that it is about' }),
		fields: values('The fields that you have proposed, with their values'),
		base: values('The values of these fields when you proposed it').nullable(),
		status: z.enum(PROPOSAL_STATUSES).meta({
			description:
				'`pending` until an editor decides, then `accepted` or `rejected`, or `withdrawn` if you have withdrawn it',
		}),
		reason: z.string().nullable().meta({ description: 'What the editor says about the decision' }),
		created_at: field.timestamp.meta({ description: 'When you proposed it' }),
		settled_at: field.timestamp.nullable().meta({ description: 'When it was accepted, rejected or withdrawn' }),
	}),
);
