/** The methods of the client. In its package, a module that `package/client-api.ts` writes replaces this one. */
import type { z } from 'zod';
import type { ACCOUNT_ENDPOINTS } from '../api/account/endpoints.ts';
import type { ENDPOINTS } from '../api/endpoints.ts';
import type { List } from './list.ts';
import type { RecordFile } from './record-file.ts';

/** The names of the methods and what they return. The values are only described in the package, whose tests check them. */
export type Methods = { [E in Endpoint as E['operation']]: (...values: Unchecked[]) => Returned<E> };
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
