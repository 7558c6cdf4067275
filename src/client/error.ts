import type { ErrorCode } from './types.ts';

/** A parameter of a request that is not valid. */
export interface ParameterProblem {
	/** The name of the parameter. */
	parameter: string;
	/** The problem, in one sentence. */
	message: string;
}

/** An error response from the API. */
export class ApiError extends Error {
	/** The HTTP status. */
	readonly status: number;
	/** The kind of error. Undefined if the response does not come from the API, but from a proxy, for example. */
	readonly code: ErrorCode | undefined;
	/** The ID of the request, to include when you report a problem. */
	readonly requestId: string | undefined;
	/** How many seconds to wait before you try again. Undefined if the response does not say how long. */
	readonly retryAfter: number | undefined;
	/** Every parameter that is not valid. */
	readonly details: readonly ParameterProblem[];

	constructor(
		{ status, headers }: Pick<Response, 'status' | 'headers'>,
		{ error, code, details = [] }: { error?: string; code?: ErrorCode; details?: ParameterProblem[] } = {},
	) {
		super(error ?? `The server responded with the status ${status}.`);
		this.name = 'ApiError';
		this.status = status;
		this.code = code;
		this.requestId = headers.get('X-Request-Id') ?? undefined;
		const seconds = headers.get('Retry-After');
		this.retryAfter = seconds === null || Number.isNaN(+seconds) ? undefined : +seconds;
		this.details = details;
	}
}
