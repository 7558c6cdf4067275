import type { Accounts } from './accounts/accounts.ts';
import type { RequestContext } from './accounts/context.ts';
import type { Release } from './release/release.ts';

declare global {
	namespace App {
		interface Locals {
			/** The release that is current at this moment. Only our own server gives it, for pages rendered on request. */
			readonly release?: Release;
			/** The view of a content page: all data that it shows. Its type is that of the page, see `src/site/pages`. */
			readonly view?: unknown;
			/** For private pages: what may be done with accounts, opened when it is first asked for. */
			readonly accounts?: () => Promise<Accounts>;
			/** For private pages: the headers and the address of the client. */
			readonly requestContext?: RequestContext;
		}
	}
}
