/** Everything that can go wrong under `/v1` (decisions, Errors): one code, one status, one shape. */
const STATUS = {
	INVALID_PARAMETER: 400,
	MISSING_API_KEY: 401,
	INVALID_API_KEY: 401,
	REVOKED_API_KEY: 401,
	EXPIRED_API_KEY: 401,
	INSUFFICIENT_SCOPE: 403,
	NOT_FOUND: 404,
	METHOD_NOT_ALLOWED: 405,
	RATE_LIMITED: 429,
	INTERNAL_ERROR: 500,
	UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof STATUS;

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
		this.status = STATUS[code];
		this.details = options?.details;
		this.retryAfter = options?.retryAfter;
	}

	/** The body, as the interface documents it. */
	toJSON(): object {
		const { message: error, code, details } = this;
		return details === undefined ? { error, code } : { error, code, details };
	}
}
