/**
 * Returns the part of a request's target that may be stored: the path, with keys replaced even if they are
 * percent-encoded. The query is left out, because it can be private.
 *
 * @param prefix the prefix of every key
 */
export function loggedPath(target: string, prefix: string): string {
	const end = target.indexOf('?');
	const path = end === -1 ? target : target.slice(0, end);
	const decoded = path.replace(ENCODED, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
	return decoded.includes(prefix) ? decoded.replaceAll(new RegExp(`${prefix}\\w*`, 'g'), '[key]') : path;
}

/** An encoded character. Its percent sign may be encoded too, any number of times. */
const ENCODED = /%(?:25)*([0-9a-f]{2})/gi;
