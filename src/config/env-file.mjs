/** A line that sets something, or nothing: a comment or an empty line. */
const RIGHT = /^\s*(?:(?:export\s+)?[A-Za-z_]\w*[ \t]*=.*|#.*)?\s*$/;

/**
 * Says which lines of a file of settings set nothing, because they are not `NAME=value`: Node skips them without a word.
 * Returns undefined if none is. This file is JavaScript because `scripts/launch.mjs` imports it with any version of Node.
 *
 * @param {string} file
 * @param {string} text
 * @returns {string | undefined}
 */
export function wrongLinesMessage(file, text) {
	const lines = text.split('\n').flatMap((line, index) => (RIGHT.test(line) ? [] : [index + 1]));
	if (lines.length === 0) return undefined;
	const [are, they] =
		lines.length === 1 ? [`Line ${lines[0]} is`, 'it is'] : [`Lines ${lines.join(', ')} are`, 'they are'];
	return `${file}: ${are} not NAME=value, so ${they} ignored.`;
}
