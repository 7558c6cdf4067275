/**
 * Handles requests to `/mcp` (Model Context Protocol, streamable HTTP, without sessions). Keys are checked, limited and
 * recorded as in the API.
 */

import type { HttpResponse } from '../../shared/http/response.ts';
import { keyedHandler } from '../keyed.ts';
import { type Answer, respond } from '../respond.ts';
import { MCP_ENDPOINT, type McpContext, type McpRequest } from './endpoint.ts';
import { apiErrorAnswer, INVALID_REQUEST, PARSE_ERROR, problemAnswer } from './json-rpc.ts';

export type McpHandler = (request: McpRequest) => HttpResponse | Promise<HttpResponse>;

/**
 * Loads the module that answers messages. Servers load it at their start. Node finds a module again without its file only
 * if it is imported from the same place.
 */
export const loadAnswers = () => import('./answer-message.ts');

/** Makes the handler of all requests to `/mcp`. The handler never throws. */
export function createMcp(context: McpContext): McpHandler {
	const handle = keyedHandler<McpRequest, { endpoint: typeof MCP_ENDPOINT }>(
		{ ...context, keyPlace: 'the X-API-Key or Authorization header' },
		{
			locate: () => ({ endpoint: MCP_ENDPOINT }),
			async answer(request, _, key, stamp) {
				const message = await readMessage(request);
				if ('problem' in message) return message.problem;
				const { answerMessage } = await loadAnswers();
				return answerMessage(message.value, { context, key, request, requestId: stamp.requestId });
			},
			errorAnswer: apiErrorAnswer,
		},
	);
	return (request) => {
		const refused = refusedAtOnce(request, context.siteUrl);
		if (refused === undefined) return handle(withKey(request));
		const requestId = request.requestId ?? context.nextRequestId();
		const { snapshot } = context.release();
		return respond(request, refused, { requestId, snapshot, keyPrefix: undefined, rate: undefined });
	};
}

/**
 * Before the key is checked, refuses requests from pages of other sites, and all methods except POST. Other methods
 * would open or end a session.
 */
function refusedAtOnce(request: McpRequest, siteUrl: string): Answer | undefined {
	const origin = request.header('origin');
	if (origin !== undefined && origin !== siteUrl) {
		return problemAnswer({ status: 403, message: 'Pages on other sites cannot send requests to this address.' });
	}
	if (request.method === 'POST') return undefined;
	return problemAnswer({
		status: 405,
		message: `${request.method} is not allowed: send each message with POST. This server has no sessions and no streams.`,
		headers: ['Allow', 'POST'],
	});
}

/**
 * Returns the request. If its `X-API-Key` header is missing, the key from `Authorization: Bearer` is used as that
 * header.
 */
function withKey(request: McpRequest): McpRequest {
	const key = request.header('x-api-key') ?? /^Bearer +(\S+) *$/i.exec(request.header('authorization') ?? '')?.[1];
	return { ...request, header: (name) => (name === 'x-api-key' ? key : request.header(name)) };
}

/** Reads the body as one JSON message. If that is not possible, returns the error response as `problem`. */
async function readMessage(request: McpRequest): Promise<{ readonly value: unknown } | { readonly problem: Answer }> {
	if (!/^application\/json(?: *;|$)/i.test(request.header('content-type') ?? '')) {
		return {
			problem: problemAnswer({ status: 415, message: 'Send the message with Content-Type: application/json.' }),
		};
	}
	const body = await request.body();
	if (body === 413) return { problem: problemAnswer({ status: 413, message: 'The message is longer than 64 kB.' }) };
	try {
		const value: unknown = JSON.parse(String(body === 400 ? '' : body));
		if (!Array.isArray(value)) return { value };
	} catch {
		return { problem: problemAnswer({ status: 400, message: 'The body is not valid JSON.', code: PARSE_ERROR }) };
	}
	const message = 'Send one message per request: batches are not supported.';
	return { problem: problemAnswer({ status: 400, message, code: INVALID_REQUEST }) };
}
