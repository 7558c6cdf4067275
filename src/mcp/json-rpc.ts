/** Error responses at `/mcp`: JSON-RPC errors without an ID, as the Model Context Protocol requires. */
import { Content } from '../api/content.ts';
import { FRESH } from '../api/endpoint.ts';
import type { ApiError } from '../api/error.ts';
import { type Answer, errorAnswer } from '../api/respond.ts';

/** The codes of JSON-RPC errors. */
export const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;
const SERVER_ERROR = -32_000;

export interface Problem {
	readonly status: number;
	/** The problem and its solution, in whole sentences. */
	readonly message: string;
	/** The code of the JSON-RPC error. */
	readonly code?: number;
	/** More headers: names and values, alternating. */
	readonly headers?: readonly string[];
}

/** The response to a request that is not a message, or that is refused. */
export function problemAnswer({ status, message, code = SERVER_ERROR, headers = [] }: Problem): Answer {
	return { status, content: errorContent({ code, message }), caching: FRESH, headers };
}

/** The response for an error of the API, such as a key that was revoked. */
export function apiErrorAnswer(error: ApiError): Answer {
	const { status, caching, headers } = errorAnswer(error);
	const content = errorContent({ code: SERVER_ERROR, message: error.message, data: { code: error.code } });
	return { status, content, caching, headers: status === 401 ? CHALLENGE : headers };
}

const CHALLENGE = ['WWW-Authenticate', 'Bearer realm="mcp"'];

function errorContent(error: object): Content {
	return new Content(Buffer.from(JSON.stringify({ jsonrpc: '2.0', error, id: null })), 'once');
}
