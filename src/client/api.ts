/**
 * What the client knows about the API. In the client's package, a module that `package/client-api.ts` writes replaces this
 * one: it has the same operations as plain data, and the types of all records and parameters.
 */
import type { z } from 'zod';
import type { change } from '../api/schemas/change.ts';
import type { facets, pagination, searchMeta } from '../api/schemas/envelope.ts';

export type { ErrorCode } from '../api/error.ts';
export { OPERATIONS } from './package/operations.ts';

export type Change = z.output<typeof change>;
export type SearchMeta = z.output<typeof searchMeta>;
export type Pagination = z.output<typeof pagination>;
export type FacetValue = NonNullable<z.output<typeof facets>>[string][number];

/** An event that the directory sends to webhooks. */
export interface WebhookEvent {
	type: string;
	timestamp: string;
	data: object;
}
