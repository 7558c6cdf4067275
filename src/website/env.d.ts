import type { Accounts } from '../accounts/accounts.ts';
import type { AccountSession, RequestContext } from '../accounts/context.ts';
import type { HistoryReader } from '../release/history/history-reader.ts';
import type { Release } from '../release/release.ts';

declare global {
	namespace App {
		interface Locals {
			/** The current release. Only our own server sets it, for pages rendered on request. */
			readonly release?: Release;
			/** The public history of changes. Only our own server sets it, for pages rendered on request. */
			readonly history?: HistoryReader;
			/**
			 * The view of a content page: all the data that the page shows. Each page has its own view type. See
			 * `PageType`.
			 */
			readonly view?: unknown;
			/** For content pages: whether the list of organizations has an entry. See `SiteValues`. */
			readonly hasOrganizations?: boolean;
			/** For private pages: returns the actions on accounts. The first call opens the accounts. */
			readonly accounts?: () => Promise<Accounts>;
			/** For private pages: the headers and the address of the client. */
			readonly requestContext?: RequestContext;
			/** For private pages: the session. Always present on the pages that only signed-in users can open. */
			readonly session?: AccountSession;
		}
	}
}
