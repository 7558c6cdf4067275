/** Loads modules before the first visit needs them. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { hashPassword } from '../accounts/password-hashes.ts';
import { loadAnswers } from '../api/mcp/handler.ts';
import { site as siteConfig } from '../config/site/site.ts';
import { StateUnavailable } from '../state/unavailable.ts';
import { SIGN_IN } from '../website/addresses.ts';
import { loadPageModules } from './rendered-pages.ts';
import type { SiteHandler } from './site.ts';

/** The large libraries that accounts need. Loading all of them at once would delay requests for half a second. */
const ACCOUNT_LIBRARIES = [
	() => import('better-auth/db/adapter'),
	() => import('better-auth/api'),
	() => import('better-auth'),
	() => import('nodemailer'),
];

/** How long to wait before trying again to load modules that need the state, in milliseconds. */
const RETRY = 1000;

/**
 * Loads modules in steps, so that requests are handled between the steps. Keeps trying while the state is unavailable.
 * After the last step, `node_modules` can be replaced while the server runs, because the server does not read it again.
 *
 * @param entry the bundled `src/website/rendering/entry.ts`
 * @param isClosing returns whether the server is closing. If it is, no more modules are loaded
 */
export async function loadModules(
	site: SiteHandler,
	accounts: () => Promise<unknown>,
	entry: string,
	isClosing: () => boolean,
): Promise<void> {
	try {
		const forAccounts = [...ACCOUNT_LIBRARIES, () => hashPassword(''), accounts, () => warmUpSignIn(site)];
		for (const load of [() => loadPageModules(entry), loadAnswers, ...(siteConfig().accounts ? forAccounts : [])]) {
			await nextTurn();
			if (isClosing()) return;
			await load();
		}
	} catch (error) {
		if (!(error instanceof StateUnavailable) || isClosing()) throw error;
		await sleep(RETRY);
		await loadModules(site, accounts, entry, isClosing);
	}
}

/** Requests the page for signing in, because some libraries load part of their code only when they are first used. */
async function warmUpSignIn(site: SiteHandler): Promise<void> {
	const noUser = { address: '', headers: new Headers(), body: async () => Buffer.alloc(0) };
	const client = { address: () => '', isGone: () => false };
	const { address: target } = SIGN_IN;
	const request = { method: 'GET', target, header: () => undefined, client, privateRequest: () => noUser };
	let failure: unknown;
	await site(request, (error) => (failure = error));
	if (failure !== undefined) throw failure;
}
