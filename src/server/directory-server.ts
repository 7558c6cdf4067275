/** The HTTP server: `/v1`, the website, and `/healthz`. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isUnderBase } from '../api/target.ts';
import type { Service } from './service.ts';
import { siteResponse } from './site-files.ts';

/** How long a client may take, in milliseconds: for the head of a request, for all of it, and between two of them. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 } as const;

/** How long clients are told to close before the listener goes: no request meets a closed door. In milliseconds. */
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
	readonly request_id?: string;
	readonly key?: string | undefined;
}

/** @param keyPrefix what every key starts with: a path that holds one is not logged as it is */
export function createDirectoryServer({ api, release, log }: Service, keyPrefix: string): DirectoryServer {
	let draining = false;
	const http = createServer(TIMEOUTS, (request, response) => {
		const start = performance.now();
		const method = request.method!;
		const target = relativeTarget(request.url!);
		if (draining) response.shouldKeepAlive = false;
		const outcome = answer(request, response, method, target);
		log.info({ ...outcome, method, path: loggedPath(target), ms: roundTime(performance.now() - start) });
	});

	function answer(request: IncomingMessage, response: ServerResponse, method: string, target: string): Outcome {
		if (isUnderBase(target)) return answerApi(request, response, method, target);
		if (target === '/healthz') return answerHealth(response);
		const { status, headers, body } = siteResponse(release(), method, target, request.headers);
		response.writeHead(status, headers).end(body ?? undefined);
		return { status, bytes: body?.length ?? 0 };
	}

	function answerApi(request: IncomingMessage, response: ServerResponse, method: string, target: string): Outcome {
		const { status, headers, body, requestId, keyPrefix } = api({ method, target, headers: request.headers });
		response.writeHead(status, headers as string[]).end(body ?? undefined);
		return { status, bytes: body?.length ?? 0, request_id: requestId, key: keyPrefix };
	}

	function answerHealth(response: ServerResponse): Outcome {
		const { id, snapshot } = release().manifest;
		const status = draining ? 503 : 200;
		const body = JSON.stringify({ status: draining ? 'draining' : 'ok', release: id, snapshot });
		response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(body);
		return { status, bytes: body.length };
	}

	/** Without the query, which may say whom someone looks for; and never with a key. */
	function loggedPath(target: string): string {
		const end = target.indexOf('?');
		const path = end === -1 ? target : target.slice(0, end);
		return path.includes(keyPrefix) ? path.replaceAll(new RegExp(`${keyPrefix}\\w*`, 'g'), '[key]') : path;
	}

	return {
		http,
		async drain() {
			draining = true;
			await new Promise((resolve) => setTimeout(resolve, DRAINING));
			const closed = new Promise((resolve) => http.close(resolve));
			http.closeIdleConnections();
			setTimeout(() => http.closeAllConnections(), FINISHING).unref();
			await closed;
		},
	};
}

/** A target in absolute form (RFC 9112, 3.2.2) is taken without its origin. */
function relativeTarget(target: string): string {
	return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
}

/** Milliseconds, to the microsecond. */
function roundTime(ms: number): number {
	return Math.round(ms * 1000) / 1000;
}
