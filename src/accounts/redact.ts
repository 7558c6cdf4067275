/** Errors that users cause and that the operator cannot fix. */
const EXPECTED = ['State not found', 'Failed to parse state', 'account_not_linked'];

/**
 * Redacts the log messages of better-auth. Keeps the name, message and stack of an error. Anything else, such as a
 * provider's response, may contain a secret, so only its error code is kept.
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

/** The error code of a failed call to a provider; `unknown` if there is none. */
export function reasonCode(thrown: unknown): string {
	const { error, cause, status, name } = Object(thrown) as { [field: string]: unknown };
	const codes = [error, Object(cause).code, status, name].filter(
		(code) => code !== undefined && CODE.test(String(code)),
	);
	return String(codes[0] ?? 'unknown');
}
