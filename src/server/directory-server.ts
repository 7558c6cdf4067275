/** The HTTP server: `/v1`, the website, and `/healthz`. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiResponse } from '../api/respond.ts';
import { isUnderBase } from '../api/target.ts';
import type { BodyPool } from './body-pool.ts';
import { rawHeader } from './raw-header.ts';
import type { Service } from './service.ts';
import { plain, type SiteResponse, siteResponse } from './site-files.ts';

const OPTIONS = {
	/** How long a client may take, in milliseconds: for the head of a request, for all of it, and between two of them. */
	headersTimeout: 10_000,
	requestTimeout: 30_000,
	keepAliveTimeout: 65_000,
	/** How often the first two are looked at; Node's own 30 seconds would make them up to 40. */
	connectionsCheckingInterval: 1000,
	/** Nobody reads bodies here, so a request without one needs no stream. */
	optimizeEmptyRequests: true,
} as const;

/** How long clients are told to close before the listener goes: no request meets a closed door. In milliseconds. */
const DRAINING = 700;
/** What a running request gets after that. In milliseconds. */
const FINISHING = 10_000;

export interface DirectoryServer {
	readonly http: Server;
	/** Tells clients to go, finishes what is running, and closes. */
	drain(): Promise<void>;
}

type ReadHeader = (name: string) => string | undefined;

/** What the log says of a request, besides method, path and time. */
interface Outcome {
	readonly status: number;
	readonly bytes: number;
	readonly requestId?: string;
	readonly keyPrefix?: string | undefined;
}

/** @param keyPrefix what every key starts with: a path that holds one is not logged as it is */
export function createDirectoryServer(
	{ api, release, log, nextRequestId, clientAddress }: Service,
	pool: BodyPool,
	keyPrefix: string,
): DirectoryServer {
	let draining = false;
	const http = createServer(OPTIONS, (request, response) => {
		const start = performance.now();
		const method = request.method!;
		const target = relativeTarget(request.url!);
		if (draining) response.shouldKeepAlive = false;
		const header = (name: string) => rawHeader(request.rawHeaders, name);
		if (!isUnderBase(target)) return note(answer(response, method, target, header));
		const address = () => clientAddress(request.socket.remoteAddress, () => header('x-forwarded-for'));
		const answered = api({ method, target, header, address });
		if (!(answered instanceof Promise)) return note(sendApi(response, answered));
		answered.then((late) => note(sendApi(response, late)));

		function note(outcome: Outcome): void {
			log.request({
				request_id: outcome.requestId ?? nextRequestId(),
				key: outcome.keyPrefix,
				method,
				path: loggedPath(target),
				status: outcome.status,
				bytes: outcome.bytes,
				ms: performance.now() - start,
			});
		}
	});

	const sockets = new Set<Socket>();
	http.on('connection', (socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});

	// Node would answer 417, without a body, or ask for a body that nobody reads; of a request that waits in a pipeline it
	// even writes the `100 Continue` after the answer's head. A final answer is always right (RFC 9110, 10.1.1).
	for (const event of ['checkExpectation', 'checkContinue']) {
		http.on(event, (request, response) => http.emit('request', request, response));
	}

	function answer(response: ServerResponse, method: string, target: string, header: ReadHeader): Outcome {
		if (target === '/healthz') return answerHealth(response);
		const { status, headers, body } = answerSite(method, target, header);
		response.writeHead(status, headers).end(body ?? undefined);
		return { status, bytes: body?.length ?? 0 };
	}

	/** A file that cannot be read fails that answer, not the server. */
	function answerSite(method: string, target: string, header: ReadHeader): SiteResponse {
		try {
			return siteResponse(release(), method, target, header);
		} catch (error) {
			log.error({ err: error }, 'a file of the website could not be read');
			return plain(500, 'This page cannot be shown at the moment.');
		}
	}

	function sendApi(response: ServerResponse, { status, headers, body, requestId, keyPrefix }: ApiResponse): Outcome {
		response.writeHead(status, headers as string[]);
		end(response, body, pool);
		return { status, bytes: body?.length ?? 0, requestId, keyPrefix };
	}

	function answerHealth(response: ServerResponse): Outcome {
		const { id, snapshot } = release().manifest;
		const status = draining ? 503 : 200;
		const body = JSON.stringify({ status: draining ? 'draining' : 'ok', release: id, snapshot });
		response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(body);
		return { status, bytes: body.length };
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

/** A body up to this many bytes goes to the socket together with the head. */
const ONE_WRITE = 4096;

/** Ends a response. As text of single bytes, a small body is joined to the head and written at once, not after it. */
function end(response: ServerResponse, body: Buffer | null, pool: BodyPool): void {
	if (body === null) response.end();
	else if (body.length <= ONE_WRITE) {
		response.end(body.toString('latin1'), 'latin1');
		pool.giveBack(body);
	} else response.end(body, () => pool.giveBack(body));
}

/** A target in absolute form (RFC 9112, 3.2.2) is taken without its origin. */
function relativeTarget(target: string): string {
	return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
}

function asCharacter(hex: string): string {
	return String.fromCharCode(Number.parseInt(hex, 16));
}
