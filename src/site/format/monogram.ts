/** The replacement for a missing logo: initials on a colour that depends on the name. */

/** The number of hues in the style sheet: `.hue-0` to `.hue-11`. */
export const HUES = 12;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The initials of a name: of its first two words in scripts with capital letters, otherwise of its first word. */
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

/** A hue for a name, always the same for the same name: 0 to `HUES - 1`. */
export function hue(name: string): number {
	let hash = 0;
	for (let index = 0; index < name.length; index++) hash = (hash * 31 + name.charCodeAt(index)) >>> 0;
	return hash % HUES;
}
