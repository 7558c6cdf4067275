/** Errors that users cause and that the operator cannot fix. */
const EXPECTED = ['State not found', 'Failed to parse state', 'account_not_linked'];

/**
 * Converts a log message of better-auth to an error without secrets. If `detail` is an error, keeps its name, message
 * and stack. Any other `detail`, such as a provider's response, may contain a secret, so only its error code is kept.
 *
 * @returns undefined for errors that need no log entry
 */
export function redactError(message: string, detail: unknown): Error | undefined {
	if (EXPECTED.includes(message)) return undefined;
	if (!(detail instanceof Error)) return new Error(reasonCode(detail));
	const { name, message: text, stack } = detail;
	return Object.assign(new Error(text), { name, stack });
}

/** Matches error codes but no secrets, because secrets mix digits, upper-case and lower-case letters. */
const CODE = /^(?:[a-z_]{3,40}|[A-Z_]{3,40}|\d{3}|[A-Z][a-z]+Error)$/;

/** Returns the error code of a failed call to a provider, or `unknown` if the call gave no error code. */
export function reasonCode(thrown: unknown): string {
	const { error, cause, status, name } = Object(thrown) as { [field: string]: unknown };
	const codes = [error, Object(cause).code, status, name].filter(
		(code) => code !== undefined && CODE.test(String(code)),
	);
	return String(codes[0] ?? 'unknown');
}
