/** Makes monograms, which replace missing logos: initials on a background whose color depends on the name. */

/** The number of hues in the style sheet: `.hue-0` to `.hue-11`. */
export const HUES = 12;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns the initials of a name. In scripts that have capital letters, they are the first letters of the first two
 * words. In other scripts, the first letter of the first word is enough.
 */
export function initials(name: string): string {
	const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu) ?? [name];
	const letters = words.slice(0, 2).map(firstGrapheme);
	return letters.every((letter) => /^[\p{Lu}\p{Ll}\p{N}]/u.test(letter))
		? letters.join('').toUpperCase()
		: (letters[0] as string);
}

function firstGrapheme(text: string): string {
	const [first] = graphemes.segment(text);
	return first?.segment ?? '';
}

/** Returns the hue for a name, a number from 0 to `HUES - 1`. A name always gets the same hue. */
export function hue(name: string): number {
	let hash = 0;
	for (let index = 0; index < name.length; index++) hash = (hash * 31 + name.charCodeAt(index)) >>> 0;
	return hash % HUES;
}
