/** Serves the figures for Prometheus on a port of their own, so that no visitor can read them. */

import { createServer } from 'node:http';
import type { ListenAddress } from '../../config/defaults.ts';
import type { Acceptor } from '../accept.ts';
import { listen } from '../listen.ts';

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Starts to serve `/metrics`.
 *
 * @param read returns the figures in the Prometheus text format
 * @throws UserError when the host or the port cannot be used
 */
export async function serveMetrics(where: ListenAddress, read: () => Promise<string>): Promise<Acceptor> {
	const server = createServer(async (request, response) => {
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
