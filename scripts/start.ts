import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toTimestamp } from '../src/catalog/fields.ts';
import { command, run } from '../src/command/command.ts';
import { serveOptions, withServerSettings } from '../src/command/server-settings.ts';
import { SETTINGS } from '../src/command/settings.ts';
import { untilStopped } from '../src/command/until-stopped.ts';
import { createKey } from '../src/keys/create.ts';
import { READ_SCOPES } from '../src/keys/scope.ts';
import { randomText } from '../src/keys/secret.ts';
import { currentRelease } from '../src/release/publish.ts';
import { serve } from '../src/server/serve.ts';
import { shellWord } from '../src/shell-word.ts';
import { openState } from '../src/state/state.ts';

const TRIAL_EMAIL = 'you@example.com';

const start = withServerSettings(
	command('start', 'Builds the sample directory if no release is there yet, and serves it.', [
		['npm start', 'on http://127.0.0.1:4321'],
		['npm start -- --port 8080', 'on another port'],
	]),
)
	.addOption(SETTINGS.snapshot())
	.action(async ({ snapshot, ...settings }) => {
		const options = serveOptions(settings);
		if (currentRelease(options.out) === undefined) {
			if (!existsSync(snapshot)) await runScript('import', sampleFolder(), '--snapshot', snapshot);
			await runScript('build', '--snapshot', snapshot, '--out', options.out, '--site-url', options.siteUrl);
		}
		const stopped = untilStopped();
		const server = await serve(options);
		printWelcome(server.address, options.state, await makeTrialKey(options.state, options.keyPrefix));
		await stopped;
		await server.close();
		process.exit();
	});

await run(start);

/** Runs a command as a person would; when it fails it has said why. Stopped meanwhile, it is stopped too. */
async function runScript(name: string, ...args: string[]): Promise<void> {
	const script = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
	const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit' });
	const stop = () => void child.kill();
	process.on('SIGTERM', stop).on('SIGINT', stop);
	const [status] = await once(child, 'exit');
	process.off('SIGTERM', stop).off('SIGINT', stop);
	if (status !== 0) process.exit(1);
}

function sampleFolder(): string {
	return fileURLToPath(new URL('../data/sample', import.meta.url));
}

/** On the first start, an account and a key to try the API with; undefined once there are accounts. */
async function makeTrialKey(folder: string, prefix: string): Promise<string | undefined> {
	const state = openState(folder);
	try {
		if ((await state.accounts.all()).length > 0) return undefined;
		const now = toTimestamp(new Date());
		const account = { id: `acc_${randomText(16)}`, email: TRIAL_EMAIL, plan: 'free', created_at: now } as const;
		await state.accounts.add(account);
		const wish = { name: 'trial', scopes: READ_SCOPES, expires_at: null };
		return (await createKey(account, wish, prefix, now, state.keys.add.bind(state.keys))).secret;
	} finally {
		state.close();
	}
}

function printWelcome(address: string, state: string, trialKey: string | undefined): void {
	const where = state === SETTINGS.state().defaultValue ? '' : ` --state ${shellWord(state)}`;
	console.log(`
The directory    ${address}/
The API          ${address}/v1
Your keys        ${address}/account/, or from a shell:
Make an account  npm run accounts -- create --email ada@example.com --plan free${where}
Make a key       KEY=$(npm run --silent keys -- create --account ada@example.com --name laptop${where})
Try it           curl -H "X-API-Key: ${trialKey ?? '$KEY'}" "${address}/v1/programs?q=newsletter&per_page=2"
`);
	if (trialKey !== undefined) {
		console.log(`The key in that line is shown this once. It is the trial key of the account ${TRIAL_EMAIL}.\n`);
	}
}
