import type { ErrorCode } from './types.ts';

/** An invalid parameter of a request. */
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
	/** The kind of error. Undefined if the response comes from something other than the API, such as a proxy. */
	readonly code: ErrorCode | undefined;
	/** The ID of the request, to include when you report a problem. */
	readonly requestId: string | undefined;
	/** How many seconds to wait before you try again. Undefined if the response does not say how long. */
	readonly retryAfter: number | undefined;
	/** All invalid parameters of the request. */
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
