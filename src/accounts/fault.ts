/** What visitors cause, and no operator can mend. */
const EXPECTED = ['State not found', 'Failed to parse state', 'account_not_linked'];

/**
 * What the log may hold of what better-auth complains about: no more of an error than its message, and a code at most of
 * anything else, such as the words of a provider, which may repeat a secret.
 *
 * @returns undefined where it is nothing to complain about
 */
export function faultOf(message: string, detail: unknown): Error | undefined {
	if (EXPECTED.includes(message)) return undefined;
	if (!(detail instanceof Error)) return new Error(reasonOf(detail));
	const { name, message: text, stack } = detail;
	return Object.assign(new Error(text), { name, stack });
}

/** A code of a kind that no secret looks like: those have digits, or letters of both cases. */
const CODE = /^(?:[a-z_]{3,40}|[A-Z_]{3,40}|\d{3}|[A-Z][a-z]+Error)$/;

/** Why a provider did not answer as it should, in a code, where there is one. */
export function reasonOf(thrown: unknown): string {
	const { error, cause, status, name } = Object(thrown) as { [field: string]: unknown };
	const codes = [error, Object(cause).code, status, name].filter(
		(code) => code !== undefined && CODE.test(String(code)),
	);
	return String(codes[0] ?? 'unknown');
}
