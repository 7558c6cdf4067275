/** Everything that can go wrong under `/v1` (decisions, Errors): one code, one status, one shape. */
export const ERRORS = {
	INVALID_PARAMETER: { status: 400, meaning: 'A parameter is unknown, given twice or of a wrong value' },
	MISSING_API_KEY: { status: 401, meaning: 'There is no key in the header X-API-Key' },
	INVALID_API_KEY: { status: 401, meaning: 'The key is not one of ours' },
	REVOKED_API_KEY: { status: 401, meaning: 'The key was revoked' },
	EXPIRED_API_KEY: { status: 401, meaning: 'The key has expired' },
	INSUFFICIENT_SCOPE: {
		status: 403,
		meaning: 'The key lacks the scope, or the plan of its account no longer allows it',
	},
	NOT_FOUND: { status: 404, meaning: 'There is no such endpoint, slug or id' },
	METHOD_NOT_ALLOWED: { status: 405, meaning: 'The method is neither GET nor HEAD' },
	RATE_LIMITED: { status: 429, meaning: 'There were too many requests: see Limits' },
	INTERNAL_ERROR: { status: 500, meaning: 'Something failed on our side' },
	UNAVAILABLE: { status: 503, meaning: 'Keys or the directory cannot be read at the moment' },
} as const;

export type ErrorCode = keyof typeof ERRORS;

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
	/** In seconds. */
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
		this.retryAfter = options?.retryAfter;
	}

	/** The body, as the interface documents it. */
	toJSON(): object {
		const { message: error, code, details } = this;
		return details === undefined ? { error, code } : { error, code, details };
	}
}
