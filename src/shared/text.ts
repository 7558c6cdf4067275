/** Returns the start of the text, cut between words if possible. Adds an ellipsis if something was left out. */
export function excerpt(text: string, length: number): string {
	if (text.length <= length) return text;
	const start = text.slice(0, length);
	const space = start.search(/\s\S*$/);
	// Text without spaces is cut anywhere, but never through a surrogate pair.
	const cut = space > length / 2 ? start.slice(0, space) : start.replace(/[\ud800-\udbff]$/, '');
	return `${cut.trimEnd()}…`;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Returns the first sentences of a text, as many as fit into a length, but always at least one. Adds a full stop if the
 * text ends without one.
 */
export function wholeSentences(text: string, length: number): string {
	let whole = '';
	for (const { segment } of segmenter.segment(text.replace(/\s+/g, ' ').trim())) {
		if (whole !== '' && (whole + segment).trimEnd().length > length) break;
		whole += segment;
	}
	// A text that ends with a comma or a dash was cut off somewhere else.
	whole = whole
		.trimEnd()
		.replace(/(?<=[.!?…] )[^.!?…]*[,;:–—&-]$/, '')
		.trimEnd();
	return /[\p{L}\p{N}\p{S}\p{Pe}\p{Pf}]$/u.test(whole) && !/[.!?…。！？؟।]\p{Pe}?\p{Pf}?$/u.test(whole)
		? `${whole}.`
		: whole;
}

/**
 * Compares two texts, to sort them by their UTF-16 code units. For ASCII texts, such as slugs, IDs and timestamps, this
 * is the order of SQLite too.
 */
export function compareText(a: string, b: string): number {
	return a < b ? -1 : Number(a > b);
}

/** Adds a period to the text, unless the text already ends with `.`, `!` or `?`. */
export function sentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Quotes the text, if necessary, so that a shell reads it as one word. */
export function shellWord(text: string): string {
	return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Splits text at white space, so that source code can hold a long list of words as lines of text. */
export function splitWords(text: string): readonly string[] {
	return text.trim().split(/\s+/);
}
