/** An assignment as Node reads it. A value in quotes can contain line breaks. */
const ASSIGNMENT =
	/[ \t]*(?:export[ \t]+)?[A-Za-z_]\w*[ \t]*=[ \t]*(?:(["'`])[\s\S]*?\1[^\n]*|(?!["'`])[^\n]*)(?:\n|$)/y;
/** A line without a setting. */
const OTHER = /[ \t]*(?:#[^\n]*)?(?:\n|$)/y;

/**
 * Finds the lines of a file of settings that set nothing, because they are not `NAME=value`. Node skips them without a
 * word. This file is JavaScript because `scripts/launch.mjs` imports it with any version of Node.
 *
 * @param {string} text
 * @returns {number[]} the numbers of the lines, from 1
 */
export function wrongLines(text) {
	const content = text.replaceAll('\r\n', '\n');
	const wrong = [];
	let [offset, line] = [0, 1];
	while (offset < content.length) {
		const end = endOf(ASSIGNMENT, content, offset) ?? endOf(OTHER, content, offset);
		if (end === undefined) wrong.push(line);
		const next = end ?? (content.indexOf('\n', offset) + 1 || content.length);
		line += content.slice(offset, next).split('\n').length - 1;
		offset = next;
	}
	return wrong;
}

/**
 * @param {RegExp} pattern
 * @param {string} text
 * @param {number} offset
 * @returns {number | undefined} the end of what the pattern matches at the offset
 */
function endOf(pattern, text, offset) {
	pattern.lastIndex = offset;
	return pattern.test(text) ? pattern.lastIndex : undefined;
}

/**
 * Says which lines of a file of settings are wrong. Returns undefined if none is.
 *
 * @param {string} file
 * @param {string} text
 * @returns {string | undefined}
 */
export function wrongLinesMessage(file, text) {
	const lines = wrongLines(text);
	if (lines.length === 0) return undefined;
	const [are, they] =
		lines.length === 1 ? [`Line ${lines[0]} is`, 'it is'] : [`Lines ${lines.join(', ')} are`, 'they are'];
	return `${file}: ${are} not NAME=value, so ${they} ignored.`;
}
