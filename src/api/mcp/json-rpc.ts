/** Error responses at `/mcp`: JSON-RPC errors without an ID, as the Model Context Protocol requires. */
import { type Content, jsonContent } from '../../shared/http/content.ts';
import { FRESH } from '../endpoint.ts';
import type { ApiError } from '../error.ts';
import { type Answer, errorAnswer } from '../respond.ts';

/** The codes of JSON-RPC errors. */
export const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;
const SERVER_ERROR = -32_000;

export interface RpcProblem {
	readonly status: number;
	/** The problem and its solution, in whole sentences. */
	readonly message: string;
	/** The code of the JSON-RPC error. */
	readonly code?: number;
	/** Additional headers, as alternating names and values. */
	readonly headers?: readonly string[];
}

/** Makes the response to a request that is refused, or whose body is not a message. */
export function problemAnswer({ status, message, code = SERVER_ERROR, headers = [] }: RpcProblem): Answer {
	return { status, content: errorContent({ code, message }), caching: FRESH, headers };
}

/** Makes the response for an API error, such as a revoked key. */
export function apiErrorAnswer(error: ApiError): Answer {
	const { status, caching, headers } = errorAnswer(error);
	const content = errorContent({ code: SERVER_ERROR, message: error.message, data: { code: error.code } });
	return { status, content, caching, headers: status === 401 ? CHALLENGE : headers };
}

const CHALLENGE = ['WWW-Authenticate', 'Bearer realm="mcp"'];

function errorContent(error: object): Content {
	return jsonContent(Buffer.from(JSON.stringify({ jsonrpc: '2.0', error, id: null })), 'once');
}
