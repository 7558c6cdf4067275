import { command, run } from '../src/command/command.ts';
import { serveOptions, withServerSettings } from '../src/command/server-settings.ts';
import { untilStopped } from '../src/command/until-stopped.ts';
import { serve } from '../src/server/serve.ts';

const serveCommand = withServerSettings(
	command('serve', 'Serves the current release: the website, and the API under /v1.', [
		['npm run serve -- --out var/out --state var/state', 'on http://127.0.0.1:4321'],
		['PORT=8080 HOST=0.0.0.0 npm run serve', 'settings may come by environment'],
	]),
).action(async (settings) => {
	const stopped = untilStopped();
	const server = await serve(serveOptions(settings));
	console.error(`Serving ${settings.out} at ${server.address}`);
	await stopped;
	await server.close();
	process.exit();
});

await run(serveCommand);
