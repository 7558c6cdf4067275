/** Matches text that the image font can draw: the characters in font.css, except two that Inter lacks. */
const CHARACTERS =
	/^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u0148\u014a-\u017f\u0218-\u021b\u2009-\u200b\u2010-\u2015\u2018-\u201e\u2020-\u2022\u2026\u202f\u2030\u2039\u203a\u20a4\u20ac\u20b9\u20ba\u2122\u2190-\u2193\u2212\u2264\u2265]*$/;

/** Returns the text as a single line if the font can draw all of its characters, otherwise undefined. */
export function drawable(text: string): string | undefined {
	const line = text.normalize('NFC').replace(/\s+/g, ' ').trim();
	return CHARACTERS.test(line) ? line : undefined;
}
