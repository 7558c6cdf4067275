import { command, run } from '../src/command/command.ts';
import { SETTINGS } from '../src/command/settings.ts';
import { readSiteConfig } from '../src/command/site-config.ts';
import { untilStopped } from '../src/command/until-stopped.ts';
import { serve } from '../src/server/serve.ts';

const serveCommand = command('serve', 'Serves the current release: the website, and the API under /v1.', [
	['npm run serve -- --out var/out --state var/state', 'on http://127.0.0.1:4321'],
	['PORT=80 HOST=0.0.0.0 npm run serve', 'settings may come by environment'],
])
	.addOption(SETTINGS.out())
	.addOption(SETTINGS.state())
	.addOption(SETTINGS.port())
	.addOption(SETTINGS.host())
	.addOption(SETTINGS.siteUrl())
	.addOption(SETTINGS.logLevel())
	.action(async ({ out, state, port, host, siteUrl, logLevel }) => {
		const { url, key_prefix } = readSiteConfig(siteUrl);
		const server = await serve({ out, state, port, host, siteUrl: url, keyPrefix: key_prefix, logLevel });
		console.error(`Serving ${out} at ${server.address}`);
		await untilStopped();
		await server.close();
		process.exit();
	});

await run(serveCommand);
