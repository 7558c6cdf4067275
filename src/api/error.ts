/** All errors under `/v1` (decisions, Errors): each has one code and one status. */
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
	SNAPSHOT_GONE: {
		status: 410,
		meaning: 'The snapshot is not kept any more: the sentence says how to go on',
	},
	RATE_LIMITED: { status: 429, meaning: 'The key has made too many requests: see Limits' },
	TOO_MANY_FAILED_KEYS: {
		status: 429,
		meaning: 'The key is invalid, and your IP address has sent too many invalid keys: see Limits',
	},
	INTERNAL_ERROR: { status: 500, meaning: 'Something failed on our server' },
	UNAVAILABLE: {
		status: 503,
		meaning:
			'Keys or the directory cannot be read at the moment, or the server has too many open connections: try again after the time in Retry-After',
	},
} as const;

export type ErrorCode = keyof typeof ERRORS;

/**
 * The default `Retry-After` of UNAVAILABLE, in seconds. Its messages say "a minute". The response to too many
 * connections sets another value.
 */
const RETRY_UNAVAILABLE = 60;

/** The maximum length of client input quoted in an error, in characters. */
export const LONGEST_QUOTE = 100;

/** An invalid parameter, and the reason why it is invalid. */
export interface ParameterProblem {
	readonly parameter: string;
	readonly message: string;
}

/** An error response. The message is safe to send; the cause is only for the log. */
export class ApiError extends Error {
	override name = 'ApiError';
	readonly code: ErrorCode;
	readonly status: number;
	readonly details: readonly ParameterProblem[] | undefined;
	/** The seconds to wait before the next try. */
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

	/** The body of the response. */
	toJSON(): object {
		const { message: error, code, details } = this;
		return details === undefined ? { error, code } : { error, code, details };
	}
}
