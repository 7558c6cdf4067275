import type { ErrorCode } from './api.ts';
import type { WebHeaders } from './options.ts';

/** An invalid parameter of a request. */
export interface ParameterProblem {
	parameter: string;
	/** The problem, in one sentence. */
	message: string;
}

/** An invalid field of a request's body. The field is empty if the problem is the body as a whole. */
export interface FieldProblem {
	field: string;
	/** The problem, in one sentence. */
	message: string;
}

/** An error response from the API. */
export class ApiError extends Error {
	readonly status: number;
	/** The kind of error. Undefined if the response comes from something other than the API, such as a proxy. */
	readonly code: ErrorCode | undefined;
	/** The ID of the request, to include when you report a problem. */
	readonly requestId: string | undefined;
	/** How many seconds to wait before you try again. Undefined if the response does not say how long. */
	readonly retryAfter: number | undefined;
	/** The address of the record that replaces the requested one, if that was renamed or merged into another one. */
	readonly successor: string | undefined;
	/** All invalid parameters of the request. */
	readonly details: readonly ParameterProblem[];
	/** All invalid fields of the request's body. */
	readonly fields: readonly FieldProblem[];

	constructor(
		{ status, headers }: { readonly status: number; readonly headers: WebHeaders },
		{
			error,
			code,
			details = [],
		}: { error?: string; code?: ErrorCode; details?: (ParameterProblem | FieldProblem)[] } = {},
	) {
		super(error ?? `The server responded with the status ${status}.`);
		this.name = 'ApiError';
		this.status = status;
		this.code = code;
		this.requestId = headers.get('X-Request-Id') ?? undefined;
		this.retryAfter = secondsToWait(headers);
		this.successor = /<([^>]*)>; rel="successor-version"/.exec(headers.get('Link') ?? '')?.[1];
		this.details = details.filter((problem) => 'parameter' in problem);
		this.fields = details.filter((problem) => 'field' in problem);
	}
}

/** Reads `Retry-After`, which is a number of seconds or, from some proxies, a date. */
function secondsToWait(headers: WebHeaders): number | undefined {
	const text = headers.get('Retry-After');
	if (text !== null && /^\d+$/.test(text)) return Number(text);
	const end = httpDate(text);
	if (end === undefined) return undefined;
	// The server's own time, because the clock of this computer can be wrong.
	const now = httpDate(headers.get('Date')) ?? new Date();
	return Math.max(0, Math.ceil((end.getTime() - now.getTime()) / 1000));
}

/** Reads a date in a header, such as `Thu, 01 Jul 2027 00:00:00 GMT`. Returns undefined if it is none. */
export function httpDate(text: string | null): Date | undefined {
	const date = new Date(text?.endsWith('GMT') ? text : Number.NaN);
	return Number.isNaN(date.getTime()) ? undefined : date;
}
