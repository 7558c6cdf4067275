import cluster from 'node:cluster';
import { command, run } from '../src/commands/command.ts';
import { serveOptions, withServeSettings } from '../src/commands/server-settings.ts';
import { untilStopped } from '../src/commands/until-stopped.ts';
import type { ListenAddress } from '../src/config/defaults.ts';
import type { Metrics } from '../src/server/metrics/metrics.ts';
import { type RunningServer, type ServeOptions, serve } from '../src/server/serve.ts';
import { reportListening, startWorkers, untilWorkerStopped, type Workers } from '../src/server/workers.ts';

const serveCommand = withServeSettings(
	command('serve', 'Serves the current release: the website, and the API under /v1.', [
		['npm run serve -- --out var/out --state var/state', 'on http://127.0.0.1:4321'],
		['npm run serve -- --workers 4', 'with four processes that share the port and the state'],
		['PORT=8080 HOST=0.0.0.0 npm run serve', 'with settings from environment variables'],
	]),
).action(async ({ workers, metrics: metricsAt, ...settings }) => {
	const options = serveOptions(settings);
	if (cluster.isWorker) return work(options, metricsAt !== undefined);
	let server: MeasuredServer | Workers | undefined;
	onHangUp(() => {
		if (server === undefined) return;
		if ('restart' in server) server.restart();
		else
			console.error(
				'SIGHUP does nothing, because there is only one server process. To use it, start the server with --workers 2 or more.',
			);
	});
	const stopped = untilStopped();
	server =
		workers === 1 ? await serveAlone(options, metricsAt) : await startWorkers(workers, { ...options, metricsAt });
	if (server === undefined) process.exit(1);
	console.error(`Serving ${settings.out} at ${server.address}`);
	if (server.metricsAddress) console.error(`Metrics at ${server.metricsAddress}/metrics`);
	await stopped;
	await server.close();
	process.exit();
});

await run(serveCommand);
// The process gets here only if serving has failed. What was opened before, such as the server with the figures for
// Prometheus, would keep it running.
process.exit();

/** A server whose figures can be read at an address. */
type MeasuredServer = RunningServer & { readonly metricsAddress?: string };

/** Serves in this process alone. @param metricsAt where to serve the figures for Prometheus */
async function serveAlone(options: ServeOptions, metricsAt: ListenAddress | undefined): Promise<MeasuredServer> {
	if (metricsAt === undefined) return serve(options);
	const { createMetrics } = await import('../src/server/metrics/metrics.ts');
	const { serveMetrics } = await import('../src/server/metrics/metrics-server.ts');
	const metrics = createMetrics();
	const figures = await serveMetrics(metricsAt, () => metrics.registry.metrics());
	const server = await serve({ ...options, metrics });
	return {
		...server,
		metricsAddress: figures.address,
		close: async () => void (await Promise.all([server.close(), figures.close()])),
	};
}

/** Serves in this worker process until the primary process stops the worker. */
async function work(options: ServeOptions, hasMetrics: boolean): Promise<void> {
	const stopped = untilWorkerStopped();
	const server = await serve({ ...options, metrics: hasMetrics ? await workerMetrics() : undefined });
	reportListening(server.address);
	await stopped;
	await server.close();
	process.exit();
}

/**
 * Calls `work` on each SIGHUP, unless the process runs in a terminal. There, SIGHUP ends the process, because closing
 * the terminal sends SIGHUP.
 */
function onHangUp(work: () => void): void {
	if (!process.stdin.isTTY) process.on('SIGHUP', work);
}

/** Counts the requests of this worker, and sends the figures to the primary process when it asks. */
async function workerMetrics(): Promise<Metrics> {
	const { createMetrics } = await import('../src/server/metrics/metrics.ts');
	const { answerPrimary } = await import('../src/server/metrics/worker-metrics.ts');
	const metrics = createMetrics();
	answerPrimary(metrics.registry);
	return metrics;
}
