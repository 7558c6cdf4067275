/** Everything that can go wrong under `/v1` (decisions, Errors): one code, one status, one shape. */
export const ERRORS = {
	INVALID_PARAMETER: { status: 400, meaning: 'A parameter is unknown, repeated, or has an invalid value: see details' },
	MISSING_API_KEY: { status: 401, meaning: 'The header X-API-Key is missing' },
	INVALID_API_KEY: { status: 401, meaning: 'The key does not exist' },
	REVOKED_API_KEY: { status: 401, meaning: 'The key was revoked' },
	EXPIRED_API_KEY: { status: 401, meaning: 'The key has expired' },
	INSUFFICIENT_SCOPE: {
		status: 403,
		meaning: 'The key lacks the scope, or the plan of its account no longer allows it',
	},
	NOT_FOUND: { status: 404, meaning: 'The endpoint, slug or id does not exist' },
	METHOD_NOT_ALLOWED: { status: 405, meaning: 'The method is not GET or HEAD' },
	RATE_LIMITED: { status: 429, meaning: 'The key has made too many requests: see Limits' },
	TOO_MANY_FAILED_KEYS: {
		status: 429,
		meaning: 'The key is invalid, and its IP address has sent too many invalid keys: see Limits',
	},
	INTERNAL_ERROR: { status: 500, meaning: 'Something failed on our server' },
	UNAVAILABLE: {
		status: 503,
		meaning: 'Keys or the directory cannot be read at the moment: try again after the time in Retry-After',
	},
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** When to try again after `UNAVAILABLE`, in seconds; its sentences say a minute. */
const RETRY_UNAVAILABLE = 60;

/** As much of what a client sent as an error quotes, in characters. */
export const LONGEST_QUOTE = 100;

/** One bad parameter and what is wrong with it. */
export interface ParameterProblem {
	readonly parameter: string;
	readonly message: string;
}

/** An answer that is not the one asked for. Its message is safe to send; its cause, if any, is for the log. */
export class ApiError extends Error {
	override name = 'ApiError';
	readonly code: ErrorCode;
	readonly status: number;
	readonly details: readonly ParameterProblem[] | undefined;
	/** How long to wait before the next try, in seconds. */
	readonly retryAfter: number | undefined;

	constructor(
		code: ErrorCode,
		message: string,
		options?: { details?: readonly ParameterProblem[]; retryAfter?: number; cause?: unknown },
	) {
		super(message, { cause: options?.cause });
		this.code = code;
		this.status = ERRORS[code].status;
		this.details = options?.details;
		this.retryAfter = options?.retryAfter ?? (code === 'UNAVAILABLE' ? RETRY_UNAVAILABLE : undefined);
	}

	/** The body, as the interface documents it. */
	toJSON(): object {
		const { message: error, code, details } = this;
		return details === undefined ? { error, code } : { error, code, details };
	}
}
