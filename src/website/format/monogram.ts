/** Makes monograms, which replace missing logos: initials on a background whose color depends on the name. */

/** The hues of the backgrounds, in degrees. The style sheet of the theme has a class for each: `.hue-0` to `.hue-11`. */
export const HUES = [20, 45, 70, 100, 130, 155, 180, 210, 240, 270, 305, 345] as const;

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

/** Returns the hue for a name, its place in `HUES`. A name always gets the same hue. */
export function hue(name: string): number {
	let hash = 0;
	for (let index = 0; index < name.length; index++) hash = (hash * 31 + name.charCodeAt(index)) >>> 0;
	return hash % HUES.length;
}
