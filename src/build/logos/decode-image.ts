/** Converts a website's image to a logo: a small WebP image without the metadata of the original file. */
import sharp, { type Sharp } from 'sharp';
import { type Bitmap, openBitmap } from './bitmap.ts';
import type { Candidate } from './image-links.ts';
import { LogoProblem } from './problem.ts';

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
 * @throws LogoProblem if the image cannot be decoded, or if it is empty, too light, too small, or too long and narrow
 */
export async function decodeImage(content: Buffer, kind: Candidate['kind']): Promise<Buffer> {
	const bitmap = await openBitmap(content);
	const { width, height } = bitmap;
	const size = `${width} × ${height} pixels`;
	if (Math.max(width, height) < SMALLEST) throw new LogoProblem(`is only ${size}`);
	if (kind === 'icon' && Math.max(width, height) > MOST_STRETCHED * Math.min(width, height)) {
		throw new LogoProblem(`is too long and narrow for a logo: ${size}`);
	}
	const logo = await (kind === 'preview' ? await squareAround(bitmap) : bitmap.image)
		.toColourspace('srgb')
		.resize({ width: WIDTH, height: WIDTH, fit: 'inside', withoutEnlargement: true })
		.webp({ quality: 90 })
		.toBuffer();
	const { channels } = await sharp(await sharp(logo).flatten({ background: LIGHT }).png().toBuffer()).stats();
	if (channels.every(({ min }) => min > LIGHTEST)) throw new LogoProblem('is empty, or too light to be seen');
	return logo;
}

/**
 * Cuts a square out of a preview image: the content on its plain background, with some margin.
 *
 * @throws LogoProblem if the content does not fit in a square, as in most photos and banners
 */
async function squareAround({ image, width, height }: Bitmap): Promise<Sharp> {
	const { info } = await image.clone().trim().toBuffer({ resolveWithObject: true });
	const shown = Math.max(info.width, info.height);
	const largest = Math.min(width, height);
	if (shown > largest) throw new LogoProblem('is a banner, not a logo');
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
