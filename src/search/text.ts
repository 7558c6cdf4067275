/** Folds text, so that comparisons ignore case and accents. See decisions, `q`. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is the ASCII range
const ASCII = /^[\u0000-\u007f]*$/;

/**
 * Folds text: removes case and accents. Folding a folded text changes nothing. Converting to lower case, then upper
 * case, then lower case replaces both ß and ẞ with ss. Canonical decomposition separates accents from letters, but
 * keeps ™ and ½. Both lower-case forms of sigma become σ.
 */
export function fold(text: string): string {
	if (ASCII.test(text)) return text.toLowerCase();
	const lower = text.toLowerCase().toUpperCase().toLowerCase();
	return lower.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ς', 'σ').normalize('NFC');
}

const WORD = /[\p{L}\p{N}]+/gu;

/** Returns the words of a folded text. A word is a run of letters and digits. */
export function words(folded: string): string[] {
	return folded.match(WORD) ?? [];
}

/** Replaces each word of a folded text with the replacement at the same position in the list. */
export function replaceWords(folded: string, replacements: readonly string[]): string {
	let next = 0;
	return folded.replace(WORD, () => replacements[next++]!);
}

/** Returns the folded text of a search. It is empty if `q` is absent or has only accents. */
export function foldedText(q: string | undefined): string {
	return q === undefined ? '' : fold(q);
}
