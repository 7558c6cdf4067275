/** Draws images for sharing: satori lays out, resvg paints. */
import { readFileSync } from 'node:fs';
import { renderAsync } from '@resvg/resvg-js';
import satori from 'satori';
import site from '../../data/site.json' with { type: 'json' };
import { SHARE_IMAGE_SIZE } from './address.ts';
import { layout } from './layout.ts';
import type { Picture } from './picture.ts';

const fonts = ([400, 600] as const).map((weight) => ({
	name: 'Inter',
	weight,
	data: readFileSync(new URL(`../assets/inter/inter-${weight}.woff`, import.meta.url)),
}));

/** A picture as PNG. */
export async function draw(picture: Picture): Promise<Buffer> {
	const svg = await satori(layout(picture, site), { ...SHARE_IMAGE_SIZE, fonts });
	// Letters are outlines by now.
	const image = await renderAsync(svg, { font: { loadSystemFonts: false } });
	return image.asPng();
}
