/** Makes the one-line description of a program. */
import { excerpt } from '../../shared/excerpt.ts';

/** The maximum length of a sentence that completes a description, in characters. */
const LONGEST = 300;

/**
 * Matches the first characters of a text up to the end of a sentence or a paragraph. A sentence also ends before a label, such
 * as `Affiliate program:`.
 */
const SENTENCE = /^.*?(?:[.!?](?=\s|$)|(?=\s*(?:\n\s*\n|$))|(?=\s+\p{Lu}\p{L}* \p{L}+:\s))/su;

/**
 * Returns the short description in one line. If it is the start of the long description, cut off inside a sentence, the
 * rest of the sentence is added. Without a short description, returns the first sentence of the long description.
 *
 * @param long the long description, with its line breaks
 */
export function shortDescription(short: string, long: string): string {
	const start = asLine(short);
	if (start === '') return asLine(SENTENCE.exec(long.trim())![0]);
	const rest = restAfter(start, long.trim());
	if (rest === undefined || /[.!?…]$/.test(start)) return start;
	const missing = SENTENCE.exec(rest)![0];
	// Nothing was cut off if only the punctuation is missing.
	return /^[.!?]?$/.test(missing) ? start : excerpt(asLine(start + missing), LONGEST);
}

/** Returns the part of `text` after `start`, or undefined if it does not start with it. Line breaks count as spaces. */
function restAfter(start: string, text: string): string | undefined {
	const words = start.split(' ').map((word) => RegExp.escape(word));
	const found = new RegExp(`^${words.join(String.raw`\s+`)}`).exec(text);
	return found === null ? undefined : text.slice(found[0].length);
}

/** Returns a text as one line without Markdown: `**Earn** [20%](…)` becomes `Earn 20%`. */
export function asLine(text: string): string {
	return text
		.replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
		.replace(/(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1/gs, '$2')
		.replace(/^#{1,6}\s+/gm, '')
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
}
