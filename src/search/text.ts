/** How text is compared: without case and accents (decisions, `q`). */

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is the ASCII range
const ASCII = /^[\u0000-\u007f]*$/;

/**
 * Text without case and accents: two texts that differ only in these fold to the same one, and folding twice changes
 * nothing. Lower case is made of upper case, so that ß equals ss, and upper case of lower case, so that ẞ does too. Marks
 * are dropped after canonical decomposition, so ™ and ½ keep their nature; both forms of the small sigma are one.
 */
export function fold(text: string): string {
	if (ASCII.test(text)) return text.toLowerCase();
	const lower = text.toLowerCase().toUpperCase().toLowerCase();
	return lower.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ς', 'σ').normalize('NFC');
}

const WORD = /[\p{L}\p{N}]+/gu;

/** The words of a folded text: its runs of letters and digits. */
export function words(folded: string): string[] {
	return folded.match(WORD) ?? [];
}

/** A folded text with other words in place of its own, in order. */
export function replaceWords(folded: string, replacements: readonly string[]): string {
	let next = 0;
	return folded.replace(WORD, () => replacements[next++]!);
}
