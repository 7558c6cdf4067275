/** Tells text that people can read from text that is damaged, invisible or misleading. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
export const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters except tabs and line feeds
export const CONTROL_BUT_LINES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
const LONE_SURROGATE = /\p{Surrogate}/u;
/** U+FFFD. When text is read, it replaces bytes that are not valid UTF-8. */
export const REPLACEMENT = '\ufffd';
/** A character that can be seen: no space, format character, filler or blank Braille pattern. */
export const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
export const FORMAT = /\p{Cf}/u;
/** Characters that change the direction of the text around them, so that it can read as other text. */
export const DIRECTION = /\p{Bidi_Control}/u;

/**
 * Characters that nobody sees, with which text can be hidden from people but not from programs. Not those that scripts and
 * emoji need: joiners, soft hyphens, and the selectors of Mongolian letters and of emoji.
 */
export const HIDDEN = /[\p{Default_Ignorable_Code_Point}--[\u00ad\u180b-\u180d\u200c\u200d\ufe0e\ufe0f]]/v;

/** Whether text is valid UTF-8, has none of the control characters, and is either empty or partly visible. */
export function isReadable(value: string, control: RegExp): boolean {
	if (control.test(value) || LONE_SURROGATE.test(value) || value.includes(REPLACEMENT)) return false;
	return value === '' || VISIBLE.test(value);
}

/**
 * Returns a function that gives advice on invalid text.
 *
 * @param advice the advice on text with control characters
 * @param ifInvisible the advice on text without visible characters
 */
export function adviceOn(advice: string, ifInvisible = 'write text that can be seen, or leave it empty') {
	return (value: string): string => {
		if (value.includes(REPLACEMENT)) return `write the intended character instead of each ${REPLACEMENT}, as UTF-8`;
		return VISIBLE.test(value) ? advice : ifInvisible;
	};
}
