/** Writes text as Markdown (CommonMark). */

/** Escapes the characters that have a meaning in Markdown. An underscore within a word has no meaning. */
export function escapeInline(text: string): string {
	return text.replace(/[\\`*[\]<>]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');
}

/** Escapes the start of a text if it would otherwise become a heading, a list, a fence or a horizontal rule. */
export function escapeStart(text: string): string {
	return text.replace(/^[#+=~-]/, '\\$&').replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2');
}

export function codeSpan(text: string): string {
	const ticks = '`'.repeat(longestRun(text) + 1);
	const space = /^`|`$/.test(text) ? ' ' : '';
	return `${ticks}${space}${text.replace(/\s+/g, ' ')}${space}${ticks}`;
}

/** Formats lines of code as a code block. @param language the language of the code, or an empty text */
export function fence(code: string, language: string): string {
	const ticks = '`'.repeat(Math.max(3, longestRun(code) + 1));
	return `${ticks}${language}\n${code.trimEnd()}\n${ticks}`;
}

function longestRun(text: string): number {
	return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

export function quoted(text: string): string {
	return text.replace(/^(?=.)/gm, '> ').replace(/^$/gm, '>');
}

/** Formats text as a list item. Indents the following lines, so that they align with the text after the mark. */
export function indented(mark: string, text: string): string {
	return mark + text.replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`);
}
