/** A server with prepared responses, for tests of what the client does after failures. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ClientOptions, DirectoryClient } from '../../src/client/index.ts';

/** A response, or a function that does something else with the connection. */
type Prepared =
	| {
			readonly status?: number;
			readonly headers?: { readonly [name: string]: string };
			readonly body?: unknown;
	  }
	| ((response: ServerResponse) => void);

interface AnsweringServer {
	/** The base address for a client. */
	readonly baseUrl: string;
	/** The requests so far. */
	readonly requests: readonly IncomingMessage[];
	[Symbol.asyncDispose](): Promise<void>;
}

/** Starts a server that responds with each response once, in order, and repeats the last one. */
export async function answeringServer(...prepared: readonly Prepared[]): Promise<AnsweringServer> {
	const requests: IncomingMessage[] = [];
	const server = createServer((request, response) => {
		const next = prepared[Math.min(requests.length, prepared.length - 1)]!;
		requests.push(request);
		if (typeof next === 'function') return next(response);
		const { status = 200, headers = {}, body } = next;
		response.writeHead(status, { 'X-Request-Id': 'r1', 'X-Snapshot': 's1', ...headers });
		response.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		requests,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** A client of the server. */
export function clientOf({ baseUrl }: AnsweringServer, options: Partial<ClientOptions> = {}): DirectoryClient {
	return new DirectoryClient({ baseUrl, key: 'svc_key', ...options });
}
