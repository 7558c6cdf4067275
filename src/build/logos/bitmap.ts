/** Opens images of unknown origin: PNG, JPEG, WebP, GIF and SVG. SVG images are drawn as pixels. */
import { Resvg } from '@resvg/resvg-js';
import sharp, { type Sharp } from 'sharp';
import { cleanSvg } from '../clean-svg.ts';
import { LogoProblem } from './problem.ts';

const MOST_PIXELS = 16_000_000;
/** The length of the longer side of a drawn SVG image, in pixels. */
const DRAWN = 336;

// Decode only these formats. The library could read others too.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
	operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});

export interface Bitmap {
	readonly image: Sharp;
	readonly width: number;
	readonly height: number;
}

/**
 * Opens an image.
 *
 * @throws LogoProblem if the image has another format, is damaged or is too large
 */
export async function openBitmap(content: Buffer): Promise<Bitmap> {
	const image = sharp(isSvg(content) ? draw(content) : content, { limitInputPixels: MOST_PIXELS });
	const { autoOrient } = await image.metadata().catch((error: Error) => {
		throw /pixel limit/.test(error.message)
			? new LogoProblem(`has more than ${MOST_PIXELS / 1e6} megapixels`)
			: new LogoProblem('is not a PNG, JPEG, WebP, GIF or SVG image', { cause: error });
	});
	return { image: image.autoOrient(), ...autoOrient };
}

function isSvg(content: Buffer): boolean {
	return /^\uFEFF?\s*</.test(content.toString('utf8', 0, 100));
}

/** Draws an SVG image as PNG. Uses no scripts, no fonts and no content from other addresses. */
function draw(content: Buffer): Buffer {
	const clean = cleanSvg(content.toString());
	if ('problem' in clean) throw new LogoProblem(firstSentence(clean.problem));
	const { width, height } = new Resvg(clean.svg);
	const mode = width > height ? 'width' : 'height';
	return new Resvg(clean.svg, { fitTo: { mode, value: DRAWN }, font: { loadSystemFonts: false } }).render().asPng();
}

/** Returns the first sentence of an error message. The other sentences are advice for the author of the image. */
function firstSentence(problem: string): string {
	return problem.replace(/\. .*/s, '');
}
