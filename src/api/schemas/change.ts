/** Record changes in responses. */
import { z } from 'zod';
import * as field from '../../catalog/fields.ts';
import { CHANGE_KINDS, CHANGE_OPS } from '../../history/change.ts';
import { component } from './component.ts';

export const change = component(
	'Change',
	'A change of a published record',
	z.strictObject({
		kind: z.enum(CHANGE_KINDS).meta({ description: 'The kind of record' }),
		id: z.string().meta({ description: 'The slug of the record; for a review, its ID' }),
		op: z.enum(CHANGE_OPS).meta({ description: 'The kind of change' }),
		at: field.timestamp.meta({ description: 'When the change was published' }),
		fields: z.record(z.string(), z.array(z.unknown()).length(2)).optional().meta({
			description:
				'The fields that changed in the detail response of the record, each with its value before and after. For an added record: all fields, each with null and its current value. Missing if this change or a later one removed the record. A value is null if it refers to a record that was removed later',
		}),
	}),
);
