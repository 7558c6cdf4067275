/** What visitors cause, and no operator can mend. */
const EXPECTED = ['State not found', 'Failed to parse state', 'account_not_linked'];

/**
 * What the log may hold of what better-auth complains about: no more of an error than its message, and of anything else,
 * such as the words of a provider, which may repeat a secret, a code that is none.
 *
 * @returns undefined where it is nothing to complain about
 */
export function faultOf(message: string, detail: unknown): Error | undefined {
	if (EXPECTED.includes(message)) return undefined;
	if (!(detail instanceof Error)) return new Error(reasonOf(detail));
	const { name, message: text, stack } = detail;
	return Object.assign(new Error(text), { name, stack });
}

/** Why a provider did not answer, in a word, if one says so. Secrets have digits, or letters of both cases. */
export function reasonOf(thrown: unknown): string {
	const { error, cause, status, name } = Object(thrown) as { [field: string]: unknown };
	const words = [error, Object(cause).code, status, name].map(String);
	return (
		words.find((word) => /^(?:[a-z_]{3,40}|[A-Z_]{3,40}|\d{3}|[A-Z][a-z]+Error)$/.test(word) && word !== 'undefined') ??
		'unknown'
	);
}
