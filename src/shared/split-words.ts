/** Splits text at white space, so that source code can hold a long list of words as lines of text. */
export function splitWords(text: string): readonly string[] {
	return text.trim().split(/\s+/);
}
