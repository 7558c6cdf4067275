/** The approximate widths of characters in common sans-serif fonts, in ems. */
const WIDTHS: readonly (readonly [letters: RegExp, width: number])[] = [
	[/[ijl.,:;'|!]/, 0.27],
	[/[ ftrI()[\]/-]/, 0.35],
	[/[A-HJ-LN-VX-Z&]/, 0.69],
	[/[mwMW@%]/, 0.89],
	// Chinese, Japanese and Korean.
	[/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/, 1],
];
const USUAL = 0.57;

/** Estimates the width of a line of text, in the same unit as the font size `size`. */
export function textWidth(text: string, size: number): number {
	const ems = Array.from(text, (letter) => WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? USUAL);
	return Math.round(size * ems.reduce((sum, width) => sum + width, 0));
}
