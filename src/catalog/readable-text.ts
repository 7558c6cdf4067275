/** Tells text and addresses that people can read from those that are damaged, invisible or misleading. */

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

/** What the path, the query and the fragment of a URI cannot contain (RFC 3986), such as brackets. */
const NOT_IN_URI = /%(?![\dA-Fa-f]{2})|[^\dA-Za-z_\-.~:/?@!$&'()*+,;=%]/gu;

/** Encodes what browsers accept in an address, but a URI cannot contain. Other addresses stay as they are. */
export function asUri(link: string): string {
	// A host with other letters has another form in a URI, and browsers read a backslash after it as a slash.
	const isOddHost = /^[^/]+\/\/[^/?#]*(?:[^!-~]|\\)/.test(link);
	const address = isOddHost ? new URL(link).href : link.toWellFormed();
	const [, host, path, fragment] = /^([^:]+:\/\/[^/?#]*)([^#]*)(#.*)?$/s.exec(address)!;
	const encoded = (text: string) => text.replace(NOT_IN_URI, encodeURIComponent);
	return host! + encoded(path!) + (fragment ? `#${encoded(fragment.slice(1))}` : '');
}

/** Whether a text is an absolute http or https address without a password and without invisible characters. */
export function isLink(value: string): boolean {
	if (CONTROL.test(value) || FORMAT.test(value) || value.includes(REPLACEMENT)) return false;
	if (!/^https?:\/\/[^/?#@\s]\S*$/i.test(value)) return false;
	if (!URL.canParse(value)) return false;
	const { username, password } = new URL(value);
	return username === '' && password === '';
}
