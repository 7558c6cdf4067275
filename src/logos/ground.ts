/** Whether a logo can be seen on the light ground on which pages show it, in light and in dark mode. */

/** A colour as red, green and blue, each from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** The ground of logos (`img.logo` in logo.css). */
const LIGHT: Colour = [253, 252, 250];
/** The ground of logos that are drawn for a dark one. */
export const DARK: Colour = [26, 26, 28];

/** The contrast of a colour with the light ground, from 1 to 21 (WCAG 2.2). */
export function contrast(colour: Colour): number {
	return (luminance(LIGHT) + 0.05) / (luminance(colour) + 0.05);
}

function luminance(colour: Colour): number {
	const [red, green, blue] = colour.map((value) => {
		const share = value / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	}) as [number, number, number];
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** How much of an image can be seen. */
export interface Visibility {
	/** Whether any pixel can be seen on some ground. */
	readonly isEmpty: boolean;
	/** Whether much of it is transparent. */
	readonly isTransparent: boolean;
	/** Whether nearly everything in it is too light for the light ground. */
	readonly isLight: boolean;
}

/** The least contrast of a pixel that counts as visible. */
const VISIBLE = 1.5;

/** Finds out how much of an image can be seen. @param pixels red, green, blue and opacity of each */
export function visibilityOf(pixels: Uint8Array): Visibility {
	let [opaque, light] = [0, 0];
	for (let i = 0; i < pixels.length; i += 4) {
		if (pixels[i + 3]! < 128) continue;
		opaque++;
		if (contrast([pixels[i]!, pixels[i + 1]!, pixels[i + 2]!]) < VISIBLE) light++;
	}
	return { isEmpty: opaque === 0, isTransparent: opaque < 0.9 * (pixels.length / 4), isLight: light > 0.9 * opaque };
}
