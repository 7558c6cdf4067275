/**
 * Returns the part of a request's target that may be stored. This is the path, with keys replaced even if they are
 * percent-encoded, even several times. A path that is encoded more than ten times is replaced as a whole. The query is
 * left out, because it can be private.
 *
 * @param prefix the prefix of every key
 */
export function loggedPath(target: string, prefix: string): string {
	const end = target.indexOf('?');
	const path = end === -1 ? target : target.slice(0, end);
	if (!path.includes('%')) return masked(path, prefix);
	let decoded = path;
	for (let i = 0; i < MOST_LAYERS; i++) {
		const before = decoded;
		decoded = before.replace(ENCODED, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
		if (decoded === before) return decoded.includes(prefix) ? masked(decoded, prefix) : path;
	}
	return '[encoded]';
}

/** How often a path is decoded, because a client may encode a key several times. */
const MOST_LAYERS = 10;

/** An encoded character. Its percent sign may be encoded too, any number of times. */
const ENCODED = /%(?:25)*([0-9a-f]{2})/gi;

function masked(path: string, prefix: string): string {
	return path.includes(prefix) ? path.replaceAll(new RegExp(`${prefix}\\w*`, 'g'), '[key]') : path;
}
