/** The HTTP server: `/v1`, the website, `/healthz` and `/readyz`. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../api/error.ts';
import type { ApiResponse } from '../api/respond.ts';
import { isUnderBase } from '../api/target.ts';
import { addressGroup, proxyTest, type TrustProxy } from '../limits/address.ts';
import type { ConnectionLimits } from '../limits/connection-limits.ts';
import { type ConnectionOptions, Connections } from './connections.ts';
import type { Log } from './log.ts';
import { readPrivateRequest } from './private-request.ts';
import { DRAINING, type Readiness } from './readiness.ts';
import { sendBody } from './send-body.ts';
import type { Service } from './service.ts';
import type { Site } from './site.ts';
import type { SiteRequest, SiteResponse } from './site-response.ts';

const OPTIONS = {
	/** How long a client may take, in milliseconds: for the head of a request, for all of it, and between two of them. */
	headersTimeout: 10_000,
	requestTimeout: 30_000,
	keepAliveTimeout: 65_000,
	/** How often the first two are looked at; Node's own 30 seconds would make them up to 40. */
	connectionsCheckingInterval: 1000,
	/** A request without a body needs no stream. */
	optimizeEmptyRequests: true,
} as const;

/**
 * How long clients are told to close before the listener goes, in milliseconds: no request on an open connection is lost. New
 * connections that nobody has accepted by then are reset by the system.
 */
const TELLING = 700;
/** What a running request gets after that. In milliseconds. */
const FINISHING = 10_000;

/** The addresses for health checks, which are answered on connections beyond the limits too. */
const HEALTH: readonly string[] = ['/healthz', '/readyz'];

export interface DirectoryServer {
	readonly http: Server;
	/** Tells clients to go, finishes what is running, and closes. */
	drain(): Promise<void>;
}

/** What the log says of a request, besides method, path and time. */
interface Outcome {
	readonly status: number;
	readonly bytes: number;
	readonly requestId: string;
	readonly keyPrefix?: string | undefined;
}

export interface DirectoryServerOptions {
	readonly service: Service;
	readonly site: Site;
	/** What every key starts with: a path that holds one is not logged as it is. */
	readonly keyPrefix: string;
	/** Finds why the server should get no requests. */
	readonly readiness: Readiness;
	readonly connectionLimits: ConnectionLimits;
	/** Whose connections are those of many clients. */
	readonly trustProxy: TrustProxy;
}

export function createDirectoryServer(options: DirectoryServerOptions): DirectoryServer {
	const { service, site, keyPrefix, readiness, connectionLimits, trustProxy } = options;
	const { api, releases, log, nextRequestId, clientAddress, noteForwarding } = service;
	let draining = false;
	const http = createServer(OPTIONS, (request, response) => {
		const start = performance.now();
		const method = request.method!;
		const target = relativeTarget(request.url!);
		// Node has joined several of one name by commas, all that are asked for here.
		const header = (name: string) => request.headers[name] as string | undefined;
		noteForwarding(header('x-forwarded-for'));
		const note = ({ status, bytes, requestId, keyPrefix }: Outcome) =>
			log.request({
				request_id: requestId,
				key: keyPrefix,
				method,
				path: loggedPath(target),
				status,
				bytes,
				ms: performance.now() - start,
			});
		if (hasTwoHosts(request)) {
			refuse(response);
			return;
		}
		const address = () => clientAddress(request.socket.remoteAddress, () => header('x-forwarded-for'));
		const isSpare = connections.isSpare(request.socket);
		if (isSpare) response.shouldKeepAlive = false;
		if (isSpare && !HEALTH.includes(target)) {
			inTurn(request, response, () => note(answerFull(response, target)));
		} else if (isUnderBase(target)) {
			inTurn(request, response, () => {
				const answered = api({ method, target, header, address });
				if (answered instanceof Promise) answered.then((late) => note(sendApi(response, late)));
				else note(sendApi(response, answered));
			});
		} else {
			inTurn(request, response, () => {
				const client = { address, isGone: () => request.socket.destroyed };
				const privateRequest = () => readPrivateRequest(request, clientAddress);
				const outcome = answer(response, { method, target, header, client, privateRequest });
				if (outcome instanceof Promise) outcome.then(note);
				else note(outcome);
			});
		}
	});

	const isProxy = proxyTest(trustProxy);
	const connections = new Connections(http, {
		limits: connectionLimits,
		group(remoteAddress) {
			const address = clientAddress(remoteAddress, () => undefined);
			return isProxy(address) ? undefined : addressGroup(address);
		},
		refused: refusedWarning(log),
	});

	// Node would answer 417, without a body, or ask for a body that nobody reads; of a request that waits in a pipeline it
	// even writes the `100 Continue` after the answer's head. A final answer is always right (RFC 9110, 10.1.1).
	http.on('checkExpectation', (request, response) => http.emit('request', request, response));
	http.on('checkContinue', (request, response) => {
		// The client may send its body all the same, which nobody reads.
		response.shouldKeepAlive = false;
		http.emit('request', request, response);
	});

	function answer(response: ServerResponse, request: SiteRequest): Outcome | Promise<Outcome> {
		const requestId = nextRequestId();
		if (request.target === '/healthz') return answerHealth(response, requestId);
		if (request.target === '/readyz') return answerReady(response, requestId);
		const failed = (error: unknown) => log.error({ request_id: requestId, err: error }, 'could not render a page');
		const answered = site(request, failed);
		const send = ({ status, headers, body }: SiteResponse) => {
			sendBody(writeHead(response, status, ['X-Request-Id', requestId, ...headers]), body);
			return { status, bytes: body?.length ?? 0, requestId };
		};
		return answered instanceof Promise ? answered.then(send) : send(answered);
	}

	function sendApi(response: ServerResponse, answer: ApiResponse): Outcome {
		const { status, headers, content, requestId, keyPrefix } = answer;
		sendBody(writeHead(response, status, headers), content?.body ?? null);
		return { status, bytes: content?.body.length ?? 0, requestId, keyPrefix };
	}

	/** Answers on a connection beyond the limits. */
	function answerFull(response: ServerResponse, target: string): Outcome {
		const requestId = nextRequestId();
		const isApi = isUnderBase(target);
		const error = new ApiError('UNAVAILABLE', 'There are too many open connections. Try again in a few seconds.');
		const body = isApi ? JSON.stringify(error) : `${error.message}\n`;
		// biome-ignore format: a name and its value on each line
		const headers = [
			'X-Request-Id', requestId,
			'X-Snapshot', releases.get().snapshot,
			'Content-Type', isApi ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
			'Cache-Control', 'no-store',
			'Retry-After', '5',
		];
		writeHead(response, 503, headers).end(body);
		return { status: 503, bytes: body.length, requestId };
	}

	function answerHealth(response: ServerResponse, requestId: string): Outcome {
		const { id, snapshot } = releases.get().manifest;
		const status = draining ? 503 : 200;
		const body = JSON.stringify({ status: draining ? 'draining' : 'ok', release: id, snapshot });
		const headers = ['X-Request-Id', requestId, 'Content-Type', 'application/json', 'Cache-Control', 'no-store'];
		writeHead(response, status, headers).end(body);
		return { status, bytes: body.length, requestId };
	}

	async function answerReady(response: ServerResponse, requestId: string): Promise<Outcome> {
		const found = await readiness();
		const reasons = draining ? [DRAINING, ...found] : found;
		const status = reasons.length === 0 ? 200 : 503;
		const body = JSON.stringify({ status: status === 200 ? 'ready' : 'not ready', reasons });
		const headers = ['X-Request-Id', requestId, 'Content-Type', 'application/json', 'Cache-Control', 'no-store'];
		if (status === 503) headers.push('Retry-After', '5');
		writeHead(response, status, headers).end(body);
		return { status, bytes: body.length, requestId };
	}

	/** The last moment to tell a client to go. */
	function writeHead(response: ServerResponse, status: number, headers: string[]): ServerResponse {
		if (draining) response.shouldKeepAlive = false;
		return response.writeHead(status, headers);
	}

	/** Without the query, which may say whom someone looks for; and never with a key, percent-encoded or not. */
	function loggedPath(target: string): string {
		const end = target.indexOf('?');
		const path = end === -1 ? target : target.slice(0, end);
		const decoded = path.includes('%') ? path.replace(/%([0-9a-f]{2})/gi, (_, hex) => asCharacter(hex)) : path;
		return decoded.includes(keyPrefix) ? decoded.replaceAll(new RegExp(`${keyPrefix}\\w*`, 'g'), '[key]') : path;
	}

	return {
		http,
		async drain() {
			draining = true;
			await sleep(TELLING);
			// Node's own close would cut off the end of an answer that a slow client is still reading.
			const closed = new Promise((resolve) => NetServer.prototype.close.call(http, resolve));
			const end = performance.now() + FINISHING;
			while (performance.now() < end && [...connections.all].some(({ writableLength }) => writableLength > 0))
				await sleep(20);
			http.closeIdleConnections();
			// Node does not count as idle what was opened and never used, as browsers do ahead of need.
			for (const socket of connections.all) if (socket.bytesRead === 0) socket.destroy();
			setTimeout(() => http.closeAllConnections(), end - performance.now()).unref();
			await closed;
		},
	};
}

/**
 * How many requests may wait on one connection. Node reads up to 64 kB at a time and makes objects of some 5 kB of every
 * request in it, of which there can be 2,500.
 */
const MOST_WAITING = 64;
/** How many requests wait on a connection for the answers before them. */
const waiting = new WeakMap<Socket, number>();

/**
 * Starts the work for a request when those before it on the connection are answered, so that one connection keeps the
 * server busy with one request at a time, and a key that is revoked meanwhile is refused. Never starts it when the client
 * has gone by then. A client that sends too many requests ahead is disconnected.
 */
function inTurn({ socket }: IncomingMessage, response: ServerResponse, work: () => void): void {
	if (socket.destroyed) return;
	if (response.socket !== null) {
		work();
		return;
	}
	const count = waiting.get(socket) ?? 0;
	if (count === MOST_WAITING) {
		socket.destroy();
		return;
	}
	waiting.set(socket, count + 1);
	response.once('socket', () => {
		waiting.set(socket, waiting.get(socket)! - 1);
		// Node has not finished with the answer before at this moment.
		process.nextTick(() => {
			if (!socket.destroyed) work();
		});
	});
}

/** Whether there is more than one Host header: two servers could take the request for different sites (RFC 9112, 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
	let hosts = 0;
	for (let i = 0; i < rawHeaders.length; i += 2) {
		if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') hosts++;
	}
	return hosts > 1;
}

/** Warns at most once a minute that connections are refused. */
function refusedWarning(log: Log): ConnectionOptions['refused'] {
	let warned = Number.NEGATIVE_INFINITY;
	return (limit) => {
		if (performance.now() - warned < WARNING_INTERVAL) return;
		warned = performance.now();
		log.warn(REFUSED[limit]);
	};
}

const WARNING_INTERVAL = 60_000;
const REFUSED: { readonly [L in keyof ConnectionLimits]: string } = {
	total: 'more connections than MAX_CONNECTIONS allows: further ones get a 503',
	ofOneAddress:
		'an address has more connections than MAX_CONNECTIONS_PER_ADDRESS allows: further ones get a 503. If it is a proxy, add it to TRUST_PROXY',
};

/** Refuses a request that is not valid HTTP, as Node does where there is no Host header. */
function refuse(response: ServerResponse): void {
	response.writeHead(400, ['Connection', 'close']).end();
}

/** A target in absolute form (RFC 9112, 3.2.2) is taken without its origin. */
function relativeTarget(target: string): string {
	return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*\/?/i, '/');
}

function asCharacter(hex: string): string {
	return String.fromCharCode(Number.parseInt(hex, 16));
}
