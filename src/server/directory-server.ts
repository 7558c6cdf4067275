/** The HTTP server: `/v1`, the website, and `/healthz`. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiResponse } from '../api/respond.ts';
import { isUnderBase } from '../api/target.ts';
import type { BodyPool } from './body-pool.ts';
import type { Service } from './service.ts';
import type { Site } from './site.ts';
import type { SiteRequest, SiteResponse } from './site-response.ts';
import { writeTrustedHead } from './trusted-head.ts';
import { openVisit } from './visit.ts';

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
const DRAINING = 700;
/** What a running request gets after that. In milliseconds. */
const FINISHING = 10_000;

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

/** @param keyPrefix what every key starts with: a path that holds one is not logged as it is */
export function createDirectoryServer(
	{ api, releases, log, nextRequestId, clientAddress }: Service,
	site: Site,
	pool: BodyPool,
	keyPrefix: string,
): DirectoryServer {
	let draining = false;
	const http = createServer(OPTIONS, (request, response) => {
		const start = performance.now();
		const method = request.method!;
		const target = relativeTarget(request.url!);
		// Node has joined several of one name by commas, all that are asked for here.
		const header = (name: string) => request.headers[name] as string | undefined;
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
		if (isUnderBase(target)) {
			const address = () => clientAddress(request.socket.remoteAddress, () => header('x-forwarded-for'));
			inTurn(response, () => {
				const answered = api({ method, target, header, address });
				if (answered instanceof Promise) answered.then((late) => note(sendApi(request, response, late)));
				else note(sendApi(request, response, answered));
			});
			return;
		}
		const visit = () => openVisit(request, clientAddress);
		const outcome = answer(response, { method, target, header, visit });
		if (outcome instanceof Promise) outcome.then(note);
		else note(outcome);
	});

	const sockets = new Set<Socket>();
	http.on('connection', (socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
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
		const failed = (error: unknown) => log.error({ request_id: requestId, err: error }, 'a page could not be shown');
		const answered = site(request, failed);
		const send = ({ status, headers, body }: SiteResponse) => {
			writeHead(response, status, ['X-Request-Id', requestId, ...headers]).end(body ?? undefined);
			return { status, bytes: body?.length ?? 0, requestId };
		};
		return answered instanceof Promise ? answered.then(send) : send(answered);
	}

	function sendApi(request: IncomingMessage, response: ServerResponse, answer: ApiResponse): Outcome {
		const { status, headers, content, requestId, keyPrefix } = answer;
		const staysOpen = request.httpVersionMinor === 1 && response.shouldKeepAlive && !draining;
		const giveBack = () => content && pool.giveBack(content.body);
		if (content === null || !staysOpen) {
			const pairs = headers.flatMap((group) => group.pairs);
			writeHead(response, status, pairs).end(content?.body, giveBack);
		} else if (content.body.length <= ONE_WRITE) {
			writeTrustedHead(response, answer, OPTIONS.keepAliveTimeout, content.latin1);
			response.end();
			giveBack();
		} else {
			writeTrustedHead(response, answer, OPTIONS.keepAliveTimeout);
			response.end(content.body, giveBack);
		}
		return { status, bytes: content?.body.length ?? 0, requestId, keyPrefix };
	}

	function answerHealth(response: ServerResponse, requestId: string): Outcome {
		const { id, snapshot } = releases.get().manifest;
		const status = draining ? 503 : 200;
		const body = JSON.stringify({ status: draining ? 'draining' : 'ok', release: id, snapshot });
		const headers = ['X-Request-Id', requestId, 'Content-Type', 'application/json', 'Cache-Control', 'no-store'];
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
			await sleep(DRAINING);
			// Node's own close would cut off the end of an answer that a slow client is still reading.
			const closed = new Promise((resolve) => NetServer.prototype.close.call(http, resolve));
			const end = performance.now() + FINISHING;
			while (performance.now() < end && [...sockets].some(({ writableLength }) => writableLength > 0)) await sleep(20);
			http.closeIdleConnections();
			// Node does not count as idle what was opened and never used, as browsers do ahead of need.
			for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
			setTimeout(() => http.closeAllConnections(), end - performance.now()).unref();
			await closed;
		},
	};
}

/**
 * Does what answers a request once those that came before it on the connection are answered. Node would keep an answer until
 * then, which a client that reads slowly can put off, and a key may be revoked meanwhile.
 */
function inTurn(response: ServerResponse, work: () => void): void {
	if (response.socket !== null) work();
	// Node is not done with the answer before when it says so.
	else response.once('socket', () => process.nextTick(work));
}

/** A body up to this many bytes goes to the socket together with the head, as text of single bytes. */
const ONE_WRITE = 4096;

/** A target in absolute form (RFC 9112, 3.2.2) is taken without its origin. */
function relativeTarget(target: string): string {
	return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*\/?/i, '/');
}

function asCharacter(hex: string): string {
	return String.fromCharCode(Number.parseInt(hex, 16));
}
