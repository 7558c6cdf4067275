/** Makes the style sheet `/theme.css`: the colours and fonts of the site, and the hues of monograms, as custom properties. */
import { toCss } from '../../config/site/color.ts';
import { COLOR_ROLES, paletteOf } from '../../config/site/palette.ts';
import { fontAddress } from '../../config/site/public-files.ts';
import type { Site } from '../../config/site/site-schema.ts';
import { HUES } from '../format/monogram.ts';

const TEXT = 'Inter, "Inter fallback", system-ui, sans-serif';
const DISPLAY = '"Commissioner Flair", "Commissioner fallback"';

export function themeCss(site: Pick<Site, 'accent' | 'colors' | 'fonts'>): string {
	const { ink, roles } = paletteOf(site);
	const colors = COLOR_ROLES.map((role) => {
		const { light, dark } = roles[role];
		return `--${role.replace('_', '-')}:light-dark(${toCss(light)},${toCss(dark)});`;
	});
	const { text = TEXT, display = site.fonts.text ? undefined : DISPLAY, files } = site.fonts;
	const faces = files.map(
		({ family, file, weight, style }) =>
			`@font-face{font-family:"${family}";src:url("${fontAddress(file)}") format("woff2");font-weight:${weight};font-style:${style};font-display:swap}\n`,
	);
	const fonts = `--family:${text};--display:${display === undefined ? '' : `${display}, `}var(--family)`;
	const hues = HUES.map((degrees, index) => `.hue-${index}{--hue:${degrees}}`);
	return `${faces.join('')}:root{--ink:${toCss(ink)};${colors.join('')}${fonts}}\n${hues.join('')}\n`;
}

/** Whether the site uses the fonts that come with the software. */
export const usesBuiltFonts = ({ text, display }: Site['fonts']) => ({
	text: text === undefined,
	display: display === undefined && text === undefined,
});
