import { excerpt } from '../shared/text.ts';

/** All errors under `/v1`. Each error has one code and one status. See decisions, Errors. */
export const ERRORS = {
	INVALID_PARAMETER: {
		status: 400,
		meaning: 'A parameter is unknown, repeated, or has an invalid value',
		remedy: 'Correct the parameters listed in `details`, then send the request again',
	},
	MISSING_API_KEY: {
		status: 401,
		meaning: 'The X-API-Key header is missing',
		remedy: 'Send your key in this header. It is not read from the address or from other headers',
	},
	INVALID_API_KEY: {
		status: 401,
		meaning: 'The key does not exist, or was removed 90 days after it was revoked or expired',
		remedy: 'Check that you copied all of it, or create a new key',
	},
	REVOKED_API_KEY: {
		status: 401,
		meaning: 'The key was revoked',
		remedy: 'Create a new key. The history of your account shows how the old one was revoked',
	},
	EXPIRED_API_KEY: {
		status: 401,
		meaning: 'The key has expired',
		remedy: 'Create a new key. To avoid an interruption next time, rotate the new key before it expires',
	},
	INSUFFICIENT_SCOPE: {
		status: 403,
		meaning: "The key does not have the required scope, or its account's plan no longer allows that scope",
		remedy: 'Create a key with the scope named in `error`. If your plan does not allow that scope, change the plan',
	},
	NOT_CLAIMED: {
		status: 403,
		meaning: 'Your account does not speak for the organization that the record belongs to',
		remedy: 'Claim the organization in your account, then send the request again',
	},
	NOT_FOUND: {
		status: 404,
		meaning: 'The endpoint, slug or ID does not exist',
		remedy:
			'Check the path. If the record existed before, it was removed or hidden, so delete your copy. If it was renamed or merged into another one, the header `Link` has the new address',
	},
	METHOD_NOT_ALLOWED: {
		status: 405,
		meaning: 'The address does not accept the method',
		remedy: 'Use a method that the header `Allow` lists',
	},
	CONFLICT: {
		status: 409,
		meaning:
			'The request does not fit what is there: for example, the slug is taken, the proposal is settled already, too many proposals wait, or the `Idempotency-Key` was used for another request',
		remedy: 'Read `error`, which says what is in the way',
	},
	SNAPSHOT_GONE: {
		status: 410,
		meaning: 'The snapshot is no longer kept, or the history of changes does not go back that far',
		remedy: 'Read the records again without the parameter `snapshot` or `since`',
	},
	PRECONDITION_FAILED: {
		status: 412,
		meaning: 'The record has changed since you read it, so its tag is not the one in `If-Match`',
		remedy: 'Read the record again, and decide whether to send the request with its new tag',
	},
	BODY_TOO_LARGE: {
		status: 413,
		meaning: 'The body is larger than 64 kB',
		remedy: 'Send a smaller body',
	},
	UNSUPPORTED_MEDIA_TYPE: {
		status: 415,
		meaning: 'The body is not sent as JSON',
		remedy: 'Send JSON in UTF-8, not compressed, with the header `Content-Type: application/json`',
	},
	RANGE_NOT_SATISFIABLE: {
		status: 416,
		meaning: 'The Range header asks for bytes outside the file',
		remedy: 'Check the file length in the Content-Range header. If the file has changed, download it again',
	},
	INVALID_BODY: {
		status: 422,
		meaning: 'The body is not a JSON object, or its fields are unknown, missing or invalid',
		remedy: 'Correct the fields listed in `details`, then send the request again',
	},
	RATE_LIMITED: {
		status: 429,
		meaning:
			'Your account has made too many requests, or too many downloads are running for your account or your IP address',
		remedy:
			'Wait for the number of seconds in Retry-After. Send entity tags, because a 304 does not count towards the limit',
	},
	TOO_MANY_FAILED_KEYS: {
		status: 429,
		meaning: 'The key is invalid, and your IP address has sent too many invalid keys',
		remedy: 'Use a valid key, or wait for the number of seconds in Retry-After before you try this key again',
	},
	INTERNAL_ERROR: {
		status: 500,
		meaning: 'Something failed on our server',
		remedy: 'Try again later. If it still fails, report the request ID in X-Request-Id to the operator',
	},
	UNAVAILABLE: {
		status: 503,
		meaning:
			'The server cannot read keys or the directory at the moment, it has too many open connections, or too many clients wait for earlier snapshots',
		remedy: 'Try again after the number of seconds in Retry-After',
	},
} as const;

export type ErrorCode = keyof typeof ERRORS;

/**
 * The default `Retry-After` of an UNAVAILABLE error, in seconds. The error messages express it as "a minute". The
 * response to too many connections sets another value.
 */
const RETRY_UNAVAILABLE = 60;

/** The maximum length of client input quoted in an error, in characters. */
export const LONGEST_QUOTE = 100;

/** Quotes client input in an error. */
export function quoted(text: string): string {
	return JSON.stringify(excerpt(text, LONGEST_QUOTE));
}

export interface ParameterProblem {
	readonly parameter: string;
	readonly message: string;
}

/** A problem with a field of a body. The field is empty if the problem is the body as a whole. */
export interface FieldProblem {
	readonly field: string;
	readonly message: string;
}

/** An error response. The message is safe to send. The cause is only for the log. */
export class ApiError extends Error {
	override name = 'ApiError';
	readonly code: ErrorCode;
	readonly status: number;
	readonly details: readonly (ParameterProblem | FieldProblem)[] | undefined;
	/** The seconds to wait before the next try. */
	readonly retryAfter: number | undefined;
	/** The length of the requested file in bytes. Set only if the requested range is outside the file. */
	readonly length: number | undefined;
	/** The address that replaces the requested one, if there is one. */
	readonly successor: string | undefined;
	/** The methods that the address accepts, if the request has another one. */
	readonly allow: string | undefined;

	constructor(
		code: ErrorCode,
		message: string,
		options?: Partial<Pick<ApiError, 'details' | 'retryAfter' | 'length' | 'successor' | 'allow'>> & {
			cause?: unknown;
		},
	) {
		super(message, { cause: options?.cause });
		this.code = code;
		this.status = ERRORS[code].status;
		this.details = options?.details;
		this.length = options?.length;
		this.successor = options?.successor;
		this.allow = options?.allow;
		this.retryAfter = options?.retryAfter ?? (code === 'UNAVAILABLE' ? RETRY_UNAVAILABLE : undefined);
	}

	/** Returns the body of the error response. */
	toJSON(): object {
		const { message: error, code, details } = this;
		return details === undefined ? { error, code } : { error, code, details };
	}
}
