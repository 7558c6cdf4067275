import * as field from '../../catalog/fields.ts';

/** The number of programs in a category, an organization or a network. */
export const programCount = field.count.meta({ description: 'The number of its programs in this directory' });
