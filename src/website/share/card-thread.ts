/** The thread that renders share cards. satori makes an SVG from the layout, and resvg makes a PNG from the SVG. */

import { readFileSync } from 'node:fs';
import { renderAsync } from '@resvg/resvg-js';
import satori from 'satori';
import { publicFile } from '../../config/site/public-files.ts';
import { site } from '../../config/site/site.ts';
import { once } from '../../shared/once.ts';
import { doTasks } from '../../shared/thread.ts';
import { SHARE_IMAGE_SIZE } from './address.ts';
import { layout } from './layout.ts';
import type { ShareCard } from './share-card.ts';

/** The fonts of the site, in files that satori can read. See assets/README.md. */
const fonts = (
	[
		['Inter', 400, 'inter/inter-400'],
		['Inter', 600, 'inter/inter-600'],
		['Commissioner Flair', 600, 'commissioner/flair'],
	] as const
).map(([name, weight, file]) => ({
	name,
	weight,
	data: readFileSync(new URL(`../assets/${file}.woff`, import.meta.url)),
}));
/** The mark, as SVG. */
const readMark = once(() => readFileSync(publicFile(site().mark), 'utf8'));

async function render(card: ShareCard): Promise<Buffer> {
	const svg = await satori(layout(card, { name: site().name, mark: readMark() }), { ...SHARE_IMAGE_SIZE, fonts });
	// The SVG contains all letters as outlines, so resvg needs no fonts.
	const image = await renderAsync(svg, { font: { loadSystemFonts: false } });
	return image.asPng();
}

doTasks(render);
