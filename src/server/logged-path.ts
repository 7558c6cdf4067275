/**
 * Returns the part of a request's target that may be stored. This is the path, with keys replaced even if they are
 * percent-encoded. The query is left out, because it can be private.
 *
 * @param prefix the prefix of every key
 */
export function loggedPath(target: string, prefix: string): string {
	const end = target.indexOf('?');
	const path = end === -1 ? target : target.slice(0, end);
	const decoded = path.includes('%') ? path.replace(/%([0-9a-f]{2})/gi, (_, hex) => asCharacter(hex)) : path;
	return decoded.includes(prefix) ? decoded.replaceAll(new RegExp(`${prefix}\\w*`, 'g'), '[key]') : path;
}

function asCharacter(hex: string): string {
	return String.fromCharCode(Number.parseInt(hex, 16));
}
