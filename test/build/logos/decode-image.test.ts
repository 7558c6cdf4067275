import sharp, { type Color } from 'sharp';
import { describe, expect, test } from 'vitest';
import { decodeImage } from '../../../src/build/logos/decode-image.ts';
import { Decoder } from '../../../src/build/logos/decoder.ts';

const plain = (width: number, height: number, background: Color = '#d00') =>
	sharp({ create: { width, height, channels: 4, background } });
const png = (width: number, height: number, background?: Color) => plain(width, height, background).png().toBuffer();
const svg = (content: string, size = 'viewBox="0 0 10 10"') =>
	Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`);
/** A preview image: a box in the middle of a white image. */
const preview = async (width: number, height: number) =>
	plain(1200, 630, '#fff')
		.composite([{ input: await png(width, height) }])
		.png()
		.toBuffer();

/** The size of an image, and the colour of its middle and its corner. */
async function look(image: Buffer) {
	const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
	const at = (x: number, y: number) => [...data.subarray(4 * (y * info.width + x)).subarray(0, 4)];
	const { format } = await sharp(image).metadata();
	return {
		format,
		width: info.width,
		height: info.height,
		middle: at(info.width >> 1, info.height >> 1),
		corner: at(0, 0),
	};
}

/** A colour, allowing for the small differences that encoding causes. */
const near = (...colour: number[]) =>
	colour.map((value) => expect.toBeOneOf([...Array(17)].map((_, i) => value - 8 + i)));

describe('An icon becomes a WebP image of at most 168 pixels', () => {
	test.each([
		['PNG', png(512, 512)],
		['JPEG', plain(512, 512).jpeg().toBuffer()],
		['WebP', plain(512, 512).webp().toBuffer()],
		['GIF', plain(512, 512).gif().toBuffer()],
		['SVG', svg('<rect width="10" height="10" fill="#d00"/>')],
	])('from %s', async (_, image) => {
		const logo = await look(await decodeImage(await image, 'icon'));
		expect(logo).toMatchObject({ format: 'webp', width: 168, height: 168, middle: near(221, 0, 0, 255) });
	});

	test('and is not enlarged', async () => {
		expect(await look(await decodeImage(await png(64, 60), 'icon'))).toMatchObject({ width: 64, height: 60 });
	});

	test('without the metadata of the file', async () => {
		const image = await plain(64, 64)
			.withExif({ IFD0: { Copyright: 'Ada' } })
			.jpeg()
			.toBuffer();
		expect((await sharp(await decodeImage(image, 'icon')).metadata()).exif).toBeUndefined();
	});
});

describe('A preview image', () => {
	test('is cropped to a square around its content', async () => {
		const logo = await look(await decodeImage(await preview(300, 200), 'preview'));
		expect(logo).toMatchObject({
			width: 168,
			height: 168,
			middle: near(221, 0, 0, 255),
			corner: near(255, 255, 255, 255),
		});
	});

	test.each([
		['has content that is wider than its height', preview(900, 100)],
		[
			'is a photo',
			sharp({
				create: {
					width: 1200,
					height: 630,
					channels: 3,
					background: '#000',
					noise: { type: 'gaussian', mean: 128, sigma: 50 },
				},
			})
				.png()
				.toBuffer(),
		],
		['is blank', plain(1200, 630).png().toBuffer()],
	])('is refused if it %s', async (_, image) => {
		await expect(decodeImage(await image, 'preview')).rejects.toThrow('is a banner, not a logo');
	});
});

describe('An image is refused', () => {
	test.each([
		['too small', png(32, 32), 'is only 32 × 32 pixels'],
		['too long', png(300, 60), 'is too long and narrow for a logo: 300 × 60 pixels'],
		['of more than 16 megapixels', png(4001, 4000), 'has more than 16 megapixels'],
		['transparent', png(64, 64, { r: 0, g: 0, b: 0, alpha: 0 }), 'is empty'],
		['white on transparent', svg('<circle cx="5" cy="5" r="4" fill="#fff"/>'), 'is empty, or too light to be seen'],
		['of another type', plain(64, 64).avif().toBuffer(), 'is not a PNG, JPEG, WebP, GIF or SVG image'],
		['text', Buffer.from('Not found'), 'is not a PNG, JPEG, WebP, GIF or SVG image'],
		['a web page', Buffer.from('<!doctype html><p>Not found</p>'), 'is not an SVG image'],
		['an ICO file', Buffer.from('000001000100', 'hex'), 'is not a PNG, JPEG, WebP, GIF or SVG image'],
		['an SVG image with a script', svg('<script>1</script>'), 'has <script>'],
		['an SVG image that loads a file', svg('<image href="file:///etc/passwd"/>'), 'has <image>'],
		['an SVG image with only text', svg('<text y="9">A</text>'), 'is empty'],
	])('that is %s', async (_, image, message) => {
		await expect(decodeImage(await image, 'icon')).rejects.toThrow(message);
	});
});

describe('In another process', () => {
	test('images are decoded', async () => {
		using decoder = new Decoder();
		const images = await Promise.all([png(180, 180), png(64, 64)]);
		const logos = await Promise.all(images.map((image) => decoder.decode(image, 'icon')));
		expect(await look(logos[0]!)).toMatchObject({ format: 'webp', width: 168 });
		expect(await look(logos[1]!)).toMatchObject({ format: 'webp', width: 64 });
	});

	test('an image that is cut off is refused', async () => {
		using decoder = new Decoder();
		const image = (await preview(300, 200)).subarray(0, 500);
		await expect(decoder.decode(image, 'icon')).rejects.toThrow('could not be decoded');
	});

	test('an image that takes too long is given up, and the next is decoded', async () => {
		using decoder = new Decoder(1000);
		const filter = '<filter id="f" x="-999" y="-999" width="9999" height="9999"><feMorphology radius="900"/></filter>';
		const harmful = svg(`${filter}${'<g filter="url(#f)">'.repeat(90)}<circle r="9"/>${'</g>'.repeat(90)}`);
		const [first, second] = await Promise.allSettled([
			decoder.decode(harmful, 'icon'),
			png(64, 64).then((image) => decoder.decode(image, 'icon')),
		]);
		expect(first).toMatchObject({ reason: { message: 'takes too much time or memory to decode' } });
		expect(second.status).toBe('fulfilled');
	});
});
