/**
 * What the client knows about the API. In the client's package, a module that `package/client-api.ts` writes replaces this
 * one: it has the same operations as plain data, and the types of all methods, records and parameters.
 */
import type { z } from 'zod';
import type { ACCOUNT_ENDPOINTS } from '../api/account/endpoints.ts';
import type { ENDPOINTS } from '../api/endpoints.ts';
import type { change } from '../api/schemas/change.ts';
import type { facets, pagination, searchMeta } from '../api/schemas/envelope.ts';
import type { List } from './list.ts';
import type { RecordFile } from './record-file.ts';

export type { ErrorCode } from '../api/error.ts';
export { OPERATIONS } from './package/operations.ts';

/** The names of the methods and what they return. The values are only described in the package, whose tests check them. */
export type Operations = { [E in Endpoint as E['operation']]: (...values: Unchecked[]) => Returned<E> };
type Endpoint = (typeof ENDPOINTS | typeof ACCOUNT_ENDPOINTS)[number];
type Returned<E> = E extends { readonly parameters: { readonly page: unknown } }
	? List<Unchecked>
	: Promise<
			E extends { readonly record: unknown }
				? RecordFile<Unchecked>
				: E extends { readonly response: z.ZodType<{ data: unknown[] }> }
					? Unchecked[]
					: Unchecked
		>;
// biome-ignore lint/suspicious/noExplicitAny: see above
type Unchecked = any;

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
