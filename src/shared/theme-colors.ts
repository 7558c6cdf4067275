/** The site's colours for use outside its pages: in the browser's own interface, preview images and emails. */
import { site } from './site/site.ts';

/** Computes the same `--ink` as tokens.css: a dark colour in the hue of the accent. */
export function inkOf(accent: string): string {
	const [chroma, hue] = accent.startsWith('#') ? chromaAndHue(accent) : oklchParts(accent);
	return `oklch(0.26 ${Math.min(chroma, 0.045)} ${hue})`;
}

function oklchParts(accent: string): readonly [chroma: number, hue: number] {
	const [, chroma = 0, hue = 0] = (accent.match(/[\d.]+/g) ?? []).map(Number);
	return [chroma, hue];
}

/** Converts `#rrggbb` to the chroma and hue of OKLCH (Björn Ottosson's OKLab). */
function chromaAndHue(hex: string): readonly [chroma: number, hue: number] {
	const [red, green, blue] = hex.match(/[\da-f]{2}/gi)!.map((digits) => linear(Number.parseInt(digits, 16) / 255)) as [
		number,
		number,
		number,
	];
	const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
	const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
	const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
	const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
	const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
	const degrees = (Math.atan2(b, a) * 180) / Math.PI;
	return [round(Math.hypot(a, b), 3), round((degrees + 360) % 360, 1)];
}

/** Removes the gamma of an sRGB value. */
function linear(value: number): number {
	return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));

export interface ThemeColors {
	readonly ink: string;
	/** The `--surface` of the light theme. */
	readonly surface: string;
	/** The `--text`, `--quiet` and `--warm` of the dark theme. */
	readonly onInk: string;
	readonly quietOnInk: string;
	readonly warm: string;
}

export const themeColors = (): ThemeColors => ({
	ink: inkOf(site().accent),
	surface: '#fcfbf6',
	onInk: '#edebe5',
	quietOnInk: '#b3b1a9',
	warm: '#f5bb75',
});
