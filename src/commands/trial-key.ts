/** The key with which people try the API after the first start. */

import { SETTINGS } from '../config/settings.ts';
import { site } from '../config/site/site.ts';
import { shellWord } from '../shared/text.ts';
import { newAccount } from '../state/keys/account.ts';
import { createKey, DEFAULT_LIFE, daysFrom } from '../state/keys/create.ts';
import { READ_SCOPES } from '../state/keys/scope.ts';
import { withState } from '../state/open-state.ts';

const TRIAL_EMAIL = 'you@example.com';

/**
 * Whether a first start may make a key and print it: only for a person who reads it in a terminal, and only before the
 * directory is on the internet. What a container or a service prints is kept in a log.
 */
export const canOfferTrial = (siteUrl: string): boolean =>
	site().api && process.stdout.isTTY && !siteUrl.startsWith('https:');

/**
 * On the first start, creates an account and a key for trying the API, and returns the key. Returns undefined if there
 * are already accounts.
 */
export function makeTrialKey(folder: string, prefix: string): Promise<string | undefined> {
	return withState(folder, async (state) => {
		if ((await state.accounts.all()).length > 0) return undefined;
		const account = newAccount(TRIAL_EMAIL, 'free');
		await state.accounts.add(account);
		const options = { name: 'trial', scopes: READ_SCOPES, expires_at: daysFrom(new Date(), DEFAULT_LIFE) };
		const add = state.keys.add.bind(state.keys);
		return (await createKey(account, options, prefix, account.created_at, add)).secret;
	});
}

/** Prints the addresses of a server, and how to call its API. */
export function printWelcome(address: string, state: string, trialKey: string | undefined): void {
	const where = state === SETTINGS.state().defaultValue ? '' : ` --state ${shellWord(state)}`;
	const { api, accounts } = site();
	if (!api) {
		console.log(`\nThe directory    ${address}/\n`);
		return;
	}
	console.log(`
The directory    ${address}/
The API          ${address}/v1
Your API keys    ${accounts ? `${address}/account/, or from a shell:` : 'from a shell:'}
Create account   npm run accounts -- create --email ada@example.com --plan free${where}
Create API key   API_KEY=$(npm run --silent keys -- create --account ada@example.com --name laptop${where})
Try it           curl -H "X-API-Key: ${trialKey ?? '$API_KEY'}" "${address}/v1/programs?q=newsletter&per_page=2"
`);
	if (trialKey !== undefined) {
		console.log(`The API key above is shown only once. It is the trial key of the account ${TRIAL_EMAIL}.\n`);
	}
}
