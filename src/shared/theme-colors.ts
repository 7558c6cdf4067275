/** The site's colours for use outside its pages: in the browser's own interface, preview images and emails. */
import { parseColor, toCss } from './site/color.ts';
import { site } from './site/site.ts';

/** Computes the same `--ink` as tokens.css: a dark colour in the hue of the accent. */
export function inkOf(accent: string): string {
	const { chroma, hue } = parseColor(accent)!;
	return toCss({ lightness: 0.26, chroma: Math.min(chroma, 0.045), hue });
}

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
