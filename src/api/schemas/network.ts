/** Networks in responses. See decisions, Extensions. */
import { z } from 'zod';
import * as field from '../../catalog/fields.ts';
import { component } from './component.ts';
import { programCount } from './program-count.ts';

export const network = component(
	'Network',
	'A platform that tracks the sales of programs',
	z.strictObject({
		slug: field.keyword.meta({ description: 'The value of `tracking_platform` in its programs and in filters' }),
		name: field.name.meta({ description: 'Its display name' }),
		program_count: programCount,
	}),
);
