/** Serves the figures for Prometheus on a port of their own, so that no visitor can read them. */

import { createServer } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { ListenAddress } from '../../config/defaults.ts';
import { listen } from '../listen.ts';

export interface MetricsServer {
	/** The URL of the server. */
	readonly address: string;
	close(): Promise<void>;
}

/** The content type of the Prometheus text format. */
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Starts to serve `/metrics`.
 *
 * @param read returns the figures in the Prometheus text format
 * @throws UserError when the host or the port cannot be used
 */
export async function serveMetrics(where: ListenAddress, read: () => Promise<string>): Promise<MetricsServer> {
	const server = createServer(async (request, response) => {
		if (!isOwnHost(request.headers.host, where.host)) {
			response.writeHead(421, { 'Content-Type': 'text/plain' }).end(OTHER_HOST);
			return;
		}
		if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
			response.writeHead(404, { 'Content-Type': 'text/plain' }).end('The figures are at /metrics.\n');
			return;
		}
		try {
			const text = await read();
			response.writeHead(200, { 'Content-Type': CONTENT_TYPE }).end(text);
		} catch (error) {
			response.writeHead(500, { 'Content-Type': 'text/plain' }).end(`${error}\n`);
		}
	});
	const address = await listen(server, where, undefined, { port: 'METRICS', host: 'METRICS' });
	return {
		address,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

const OTHER_HOST =
	'The figures are not at this host name. Ask for them by the IP address of the server, or put the name in METRICS, such as METRICS=figures.example:9464.\n';

/**
 * Whether a request's host is this server: an IP address, a name without a dot, a name below `localhost`, the name of the
 * machine, or the one that is set. Any other name can be that of a page that strangers have made, whose DNS points to this
 * server so that the browser of someone inside the network reads the figures for them.
 */
function isOwnHost(host: string | undefined, own: string): boolean {
	const name = URL.parse(`http://${host}`)?.hostname;
	if (name === undefined || host === undefined) return false;
	const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0;
	return isAddress || !name.includes('.') || name.endsWith('.localhost') || [own, hostname()].includes(name);
}
