import { command, run } from '../src/commands/command.ts';
import { buildIfNeeded } from '../src/commands/first-release.ts';
import { serveOptions, withServerSettings } from '../src/commands/server-settings.ts';
import { canOfferTrial, makeTrialKey, printWelcome } from '../src/commands/trial-key.ts';
import { untilStopped } from '../src/commands/until-stopped.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { findAddress } from '../src/server/listen.ts';
import { serve } from '../src/server/serve.ts';

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
		const { state, keyPrefix, siteUrl } = options;
		printWelcome(server.address, state, canOfferTrial(siteUrl) ? await makeTrialKey(state, keyPrefix) : undefined);
		await stopped;
		await server.close();
		process.exit();
	});

await run(start);
