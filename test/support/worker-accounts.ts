import { openAccounts } from '../../src/accounts/accounts.ts';
import type { SqliteState } from '../../src/state/sqlite/open-sqlite.ts';

/** Opens the accounts of a state for a process that works without a server. */
export function openWorkerAccounts(state: SqliteState, report: (error: unknown) => void) {
	const site = { siteUrl: 'https://directory.example', siteName: 'Directory', keyPrefix: 'svc_' };
	return openAccounts({ state, ...site, report });
}
