/** Converts a website's image to a logo: a small WebP image without the metadata of the original file. */

import { Resvg } from '@resvg/resvg-js';
import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { WebProblem } from '../../shared/web/network.ts';
import { cleanSvg } from '../clean-svg.ts';
import type { Candidate } from './image-links.ts';

/**
 * The maximum width and height of a logo, in pixels. Pages show logos at up to 56 CSS pixels, and screens have up to
 * three pixels per CSS pixel.
 */
const WIDTH = 168;
/** The minimum length of the longer side of an image, in pixels. */
const SMALLEST = 48;
/** The maximum ratio of the longer side of an icon to its shorter side. */
const MOST_STRETCHED = 2;
/** The background of logos in both light and dark mode. See `img.logo` in logo.css. */
const LIGHT = { r: 253, g: 252, b: 250 };
/** A logo must have a red, green or blue value of at most this somewhere, to stand out from its background. */
const LIGHTEST = 215;

/**
 * Decodes an image, makes it small and encodes it as WebP.
 *
 * @throws WebProblem if the image cannot be decoded, or if it is empty, too light, too small, or too long and narrow
 */
export async function decodeImage(content: Buffer, kind: Candidate['kind']): Promise<Buffer> {
	const bitmap = await openBitmap(content);
	const { width, height } = bitmap;
	const size = `${width} × ${height} pixels`;
	if (Math.max(width, height) < SMALLEST) throw new WebProblem(`is only ${size}`);
	if (kind === 'icon' && Math.max(width, height) > MOST_STRETCHED * Math.min(width, height)) {
		throw new WebProblem(`is too long and narrow for a logo: ${size}`);
	}
	const logo = await (kind === 'preview' ? await squareAround(bitmap) : bitmap.image)
		.toColourspace('srgb')
		.resize({ width: WIDTH, height: WIDTH, fit: 'inside', withoutEnlargement: true })
		.webp({ quality: 90 })
		.toBuffer();
	const { channels } = await sharp(await sharp(logo).flatten({ background: LIGHT }).png().toBuffer()).stats();
	if (channels.every(({ min }) => min > LIGHTEST)) throw new WebProblem('is empty, or too light to be seen');
	return logo;
}

/**
 * Cuts a square out of a preview image: the content on its plain background, with some margin.
 *
 * @throws WebProblem if the content does not fit in a square, as in most photos and banners
 */
async function squareAround({ image, width, height }: Bitmap): Promise<Sharp> {
	const { info } = await image.clone().trim().toBuffer({ resolveWithObject: true });
	const shown = Math.max(info.width, info.height);
	const largest = Math.min(width, height);
	if (shown > largest) throw new WebProblem('is a banner, not a logo');
	const side = Math.min(largest, Math.round(shown * 1.25));
	const middle = (offset: number, length: number, whole: number) =>
		Math.round(Math.min(Math.max(0, offset + length / 2 - side / 2), whole - side));
	return image.clone().extract({
		left: middle(-(info.trimOffsetLeft ?? 0), info.width, width),
		top: middle(-(info.trimOffsetTop ?? 0), info.height, height),
		width: side,
		height: side,
	});
}

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
 * @throws WebProblem if the image has another format, is damaged or is too large
 */
export async function openBitmap(content: Buffer): Promise<Bitmap> {
	const isSvg = /^\uFEFF?\s*</.test(content.toString('utf8', 0, 100));
	const image = sharp(isSvg ? draw(content) : content, { limitInputPixels: MOST_PIXELS });
	const { autoOrient } = await image.metadata().catch((error: Error) => {
		throw /pixel limit/.test(error.message)
			? new WebProblem(`has more than ${MOST_PIXELS / 1e6} megapixels`)
			: new WebProblem('is not a PNG, JPEG, WebP, GIF or SVG image', { cause: error });
	});
	return { image: image.autoOrient(), ...autoOrient };
}

/** Draws an SVG image as PNG. Uses no scripts, no fonts and no content from other addresses. */
function draw(content: Buffer): Buffer {
	const clean = cleanSvg(content.toString());
	// The further sentences are advice for the author of the image.
	if ('problem' in clean) throw new WebProblem(clean.problem.replace(/\. .*/s, ''));
	const { width, height } = new Resvg(clean.svg);
	const mode = width > height ? 'width' : 'height';
	return new Resvg(clean.svg, { fitTo: { mode, value: DRAWN }, font: { loadSystemFonts: false } }).render().asPng();
}
