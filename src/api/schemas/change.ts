import { z } from 'zod';
import { CHANGE_KINDS, CHANGE_OPS } from '../../catalog/change.ts';
import * as field from '../../catalog/fields.ts';
import { component } from './component.ts';

export const change = component(
	'Change',
	'A change to a published record',
	z.strictObject({
		kind: z.enum(CHANGE_KINDS).meta({ description: 'The kind of record' }),
		id: z.string().meta({ description: 'The slug of the record; for a review, its ID' }),
		op: z.enum(CHANGE_OPS).meta({ description: 'The kind of change' }),
		at: field.timestamp.meta({ description: 'When the change was published' }),
		renamed_from: z.string().optional().meta({
			description:
				'The former slug or ID of the record, if an added record was renamed. The record with that slug or ID was removed at the same time',
		}),
		successor: z.string().optional().meta({
			description: 'The slug or ID of the record that replaces a removed one, if it was renamed or merged',
		}),
		fields: z.record(z.string(), z.array(z.unknown()).length(2)).optional().meta({
			description:
				'The fields that changed in the record’s detail response, each with its old and new value. For an added record, these are all fields. Added records and hidden changes have null as the old value and the current one as the new. Missing if this change or a later one removed the record. Values that named a record removed later are null',
		}),
	}),
);
