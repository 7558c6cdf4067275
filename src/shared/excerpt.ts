/** Returns the start of the text, cut between words if possible. Adds an ellipsis if something was left out. */
export function excerpt(text: string, length: number): string {
	if (text.length <= length) return text;
	const start = text.slice(0, length);
	const space = start.search(/\s\S*$/);
	// Text without spaces is cut anywhere, but never through a surrogate pair.
	const cut = space > length / 2 ? start.slice(0, space) : start.replace(/[\ud800-\udbff]$/, '');
	return `${cut.trimEnd()}…`;
}
