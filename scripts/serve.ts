import cluster from 'node:cluster';
import { command, run } from '../src/command/command.ts';
import { serveOptions, withServerSettings } from '../src/command/server-settings.ts';
import { SETTINGS } from '../src/command/settings.ts';
import { untilStopped } from '../src/command/until-stopped.ts';
import { serve } from '../src/server/serve.ts';
import { EACH_LISTENS, reportListening, startWorkers, untilWorkerStopped } from '../src/server/workers.ts';

const serveCommand = withServerSettings(
	command('serve', 'Serves the current release: the website, and the API under /v1.', [
		['npm run serve -- --out var/out --state var/state', 'on http://127.0.0.1:4321'],
		['npm run serve -- --workers 4', 'with four processes that share the port and the state'],
		['PORT=8080 HOST=0.0.0.0 npm run serve', 'with settings from environment variables'],
	]),
)
	.addOption(SETTINGS.workers())
	.action(async ({ workers, ...settings }) => {
		const options = serveOptions(settings);
		const stopped = cluster.isWorker ? untilWorkerStopped() : untilStopped();
		const isOne = workers === 1 || cluster.isWorker;
		const reusePort = cluster.isWorker && EACH_LISTENS;
		const server = isOne ? await serve({ ...options, reusePort }) : await startWorkers(workers, options);
		if (server === undefined) process.exit(1);
		if (cluster.isWorker) reportListening(server.address);
		else console.error(`Serving ${settings.out} at ${server.address}`);
		await stopped;
		await server.close();
		process.exit();
	});

await run(serveCommand);
// The process gets here only if serving has failed. Without this line, a worker would keep waiting for its primary
// process.
if (cluster.isWorker) process.exit();
