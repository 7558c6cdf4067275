/** The key with which people try the API after the first start. */
import { toTimestamp } from '../catalog/fields.ts';
import { shellWord } from '../shared/shell-word.ts';
import { createKey, DEFAULT_LIFE, daysFrom } from '../state/keys/create.ts';
import { READ_SCOPES } from '../state/keys/scope.ts';
import { randomText } from '../state/keys/secret.ts';
import { openState } from '../state/open-state.ts';
import { SETTINGS } from './settings.ts';

const TRIAL_EMAIL = 'you@example.com';

/**
 * On the first start, creates an account and a key for trying the API, and returns the key. Returns undefined if there
 * are already accounts.
 */
export async function makeTrialKey(folder: string, prefix: string): Promise<string | undefined> {
	const state = await openState(folder);
	try {
		if ((await state.accounts.all()).length > 0) return undefined;
		const now = toTimestamp(new Date());
		const account = { id: `acc_${randomText(16)}`, email: TRIAL_EMAIL, plan: 'free', created_at: now } as const;
		await state.accounts.add(account);
		const options = { name: 'trial', scopes: READ_SCOPES, expires_at: daysFrom(new Date(), DEFAULT_LIFE) };
		return (await createKey(account, options, prefix, now, state.keys.add.bind(state.keys))).secret;
	} finally {
		await state.close();
	}
}

/** Prints the addresses of a server, and how to call its API. */
export function printWelcome(address: string, state: string, trialKey: string | undefined): void {
	const where = state === SETTINGS.state().defaultValue ? '' : ` --state ${shellWord(state)}`;
	console.log(`
The directory    ${address}/
The API          ${address}/v1
Your API keys    ${address}/account/, or from a shell:
Create account   npm run accounts -- create --email ada@example.com --plan free${where}
Create API key   API_KEY=$(npm run --silent keys -- create --account ada@example.com --name laptop${where})
Try it           curl -H "X-API-Key: ${trialKey ?? '$API_KEY'}" "${address}/v1/programs?q=newsletter&per_page=2"
`);
	if (trialKey !== undefined) {
		console.log(`The API key above is shown only once. It is the trial key of the account ${TRIAL_EMAIL}.\n`);
	}
}
