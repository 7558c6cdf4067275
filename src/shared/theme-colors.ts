/** The site's colours for use outside its pages: in the browser's own interface, preview images and emails. */
import site from '../../data/site.json' with { type: 'json' };

/**
 * Computes the same `--ink` as tokens.css: a dark colour in the hue of the accent, or grey if the accent is not in
 * oklch.
 */
export function inkOf(accent: string): string {
	const [, chroma, hue] = /^oklch\(\s*[\d.]+%?\s+([\d.]+)\s+([\d.]+)/.exec(accent) ?? [];
	return `oklch(0.26 ${Math.min(Number(chroma ?? 0), 0.045)} ${hue ?? 0})`;
}

/** `--ink`, the light theme's `--surface`, and the dark theme's `--text`, `--quiet` and `--warm`. */
export const THEME_COLORS = {
	ink: inkOf(site.accent),
	surface: '#fcfbf6',
	onInk: '#edebe5',
	quietOnInk: '#b3b1a9',
	warm: '#f5bb75',
} as const;
