/** The visibility of logos. Pages show logos on a light background, in both light and dark mode. */

/** A colour as red, green and blue, each from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** The background of logos. See `img.logo` in logo.css. */
const LIGHT: Colour = [253, 252, 250];
/** The background of logos that are too light for the light background. */
export const DARK: Colour = [26, 26, 28];

/**
 * Returns the contrast ratio between the light background and a colour, from 1 to 21 (WCAG 2.2). If the colour is
 * lighter than the background, the ratio is slightly less than 1.
 */
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
interface Visibility {
	/** Whether no pixel is more than half opaque. */
	readonly isEmpty: boolean;
	/** Whether more than a tenth of the pixels are at most half opaque. */
	readonly isTransparent: boolean;
	/** Whether nearly all opaque pixels are too light for the light background. */
	readonly isLight: boolean;
}

/** The minimum contrast at which a pixel counts as visible on the light background. */
const VISIBLE = 1.5;

/** @param pixels the red, green, blue and opacity of each pixel */
export function visibilityOf(pixels: Uint8Array): Visibility {
	let [opaque, light] = [0, 0];
	for (let i = 0; i < pixels.length; i += 4) {
		if (pixels[i + 3]! < 128) continue;
		opaque++;
		if (contrast([pixels[i]!, pixels[i + 1]!, pixels[i + 2]!]) < VISIBLE) light++;
	}
	return { isEmpty: opaque === 0, isTransparent: opaque < 0.9 * (pixels.length / 4), isLight: light > 0.9 * opaque };
}
