/** The site's colours for use outside its pages: in the browser's own interface, preview images, badges and emails. */
import { toCss, toHex } from './color.ts';
import { paletteOf } from './palette.ts';
import { site } from './site.ts';

/** Colours as `#rrggbb`, unless it says otherwise. */
export interface ThemeColors {
	/** As style sheets write it, for browsers and for our own images. */
	readonly ink: string;
	/** The same for other programs. */
	readonly inkHex: string;
	/** The surface and the text of the light theme. */
	readonly surface: string;
	readonly text: string;
	/** The text, quiet text and warm marks of the dark theme, which are also those on the ink. */
	readonly onInk: string;
	readonly quietOnInk: string;
	readonly warm: string;
	/** The accent of the light theme. */
	readonly accent: string;
}

export function themeColors(): ThemeColors {
	const { ink, roles } = paletteOf(site());
	return {
		ink: toCss(ink),
		inkHex: toHex(ink),
		surface: toHex(roles.surface.light),
		text: toHex(roles.text.light),
		onInk: toHex(roles.text.dark),
		quietOnInk: toHex(roles.quiet.dark),
		warm: toHex(roles.warm.dark),
		accent: toHex(roles.accent.light),
	};
}
