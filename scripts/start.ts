import { staleness } from '../src/build/stale.ts';
import { toTimestamp } from '../src/catalog/fields.ts';
import { command, run } from '../src/commands/command.ts';
import { makeFirstRelease } from '../src/commands/first-release.ts';
import { runScript } from '../src/commands/run-script.ts';
import { serveOptions, withServerSettings } from '../src/commands/server-settings.ts';
import { SETTINGS } from '../src/commands/settings.ts';
import { untilStopped } from '../src/commands/until-stopped.ts';
import { currentRelease } from '../src/release/publish.ts';
import { findAddress } from '../src/server/listen.ts';
import { type ServeOptions, serve } from '../src/server/serve.ts';
import { shellWord } from '../src/shared/shell-word.ts';
import { createKey, DEFAULT_LIFE, daysFrom } from '../src/state/keys/create.ts';
import { READ_SCOPES } from '../src/state/keys/scope.ts';
import { randomText } from '../src/state/keys/secret.ts';
import { openState } from '../src/state/open-state.ts';

const TRIAL_EMAIL = 'you@example.com';

const start = withServerSettings(
	command('start', 'Builds the directory if needed (from the sample data if there is no snapshot), and serves it.', [
		['npm start', 'on http://127.0.0.1:4321'],
		['npm start -- --port 8080', 'on another port'],
	]),
)
	.addOption(SETTINGS.snapshot())
	.action(async ({ snapshot, ...settings }) => {
		const options = serveOptions(settings);
		// Check the port first, because a build can take minutes.
		await findAddress(options);
		await buildIfNeeded(snapshot, options);
		const stopped = untilStopped();
		const server = await serve(options);
		printWelcome(server.address, options.state, await makeTrialKey(options.state, options.keyPrefix));
		await stopped;
		await server.close();
		process.exit();
	});

await run(start);

/**
 * Makes the first release, or rebuilds the current one if its website cannot be served. A rebuild uses the same data,
 * because only `npm run build` may publish new data. If the rebuild fails, the server uses the release as it is.
 */
async function buildIfNeeded(snapshot: string, { out, siteUrl }: ServeOptions): Promise<void> {
	const current = currentRelease(out);
	if (current === undefined) return makeFirstRelease(snapshot, out, siteUrl);
	// Ignore a damaged release here. The server reports the damage.
	const stale = await staleness(out, current, siteUrl).catch(() => undefined);
	if (stale === undefined) return;
	console.error(`${stale.reason} Building the website again.`);
	const args = ['--snapshot', snapshot, '--out', out, '--site-url', siteUrl, '--expect-snapshot', stale.snapshot];
	const isBuilt = await runScript('build', ...args);
	// While a rollback has paused publishing, a build succeeds but does not change the current release.
	if (isBuilt && (await staleness(out, currentRelease(out)!, siteUrl)) === undefined) return;
	const consequence = 'so search, comparison and account pages may respond with 503';
	console.error(
		isBuilt
			? `The website is built but not published, ${consequence}. Publish it with the command above.`
			: `Could not build the website, ${consequence}. To build it: npm run build -- --snapshot ${shellWord(snapshot)} --out ${shellWord(out)} --site-url ${siteUrl}`,
	);
}

/**
 * On the first start, creates an account and a key for trying the API, and returns the key. Returns undefined if there
 * are already accounts.
 */
async function makeTrialKey(folder: string, prefix: string): Promise<string | undefined> {
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

function printWelcome(address: string, state: string, trialKey: string | undefined): void {
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
