import * as field from '../../catalog/fields.ts';

/** The number of programs of a category or an organization. */
export const programCount = field.count.meta({ description: 'The number of its programs in this directory' });
