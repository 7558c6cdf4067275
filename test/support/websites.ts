/** A server on this machine that simulates any number of websites. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Network } from '../../src/shared/web/network.ts';

export interface Websites extends AsyncDisposable {
	readonly port: number;
	/** The requests so far. */
	readonly requests: readonly IncomingMessage[];
	/** Sends requests for any host to this server, and allows connections to no other address. */
	readonly network: Network;
	/** The address of a page: `http://acme.test:PORT/about`. */
	at(host: string, path?: string): string;
}

export async function startWebsites(answer: RequestListener): Promise<Websites> {
	const requests: IncomingMessage[] = [];
	const server = createServer((request, response) => {
		requests.push(request);
		answer(request, response);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		port,
		requests,
		network: {
			resolve: async () => [{ address: '127.0.0.1', family: 4 }],
			isAllowed: (address, other) => address === '127.0.0.1' && other === port,
		},
		at: (host, path = '/') => `http://${host}:${port}${path}`,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
