import { describe, expect, test } from 'vitest';
import { imageLinks } from '../../../src/build/logos/image-links.ts';
import { growth, LINEAR } from '../../support/growth.ts';

const linksOf = (html: string, address = 'https://acme.test/en/') =>
	imageLinks(html, new URL(address)).map(({ address, kind }) => `${kind} ${address}`);

describe('The images of a page', () => {
	test('are its icons, those for home screens first, then its preview', () => {
		expect(
			linksOf(`<!doctype html><html><head>
				<meta property="og:image" content="https://cdn.test/preview.jpg">
				<link rel="icon" sizes="96x96" href="96.png">
				<link rel="SHORTCUT ICON" href="/logo.svg" type="image/svg+xml">
				<link rel="apple-touch-icon" href="/touch.png" sizes="180x180">
				</head></html>`),
		).toEqual([
			'icon https://acme.test/touch.png',
			'icon https://acme.test/logo.svg',
			'icon https://acme.test/en/96.png',
			'preview https://cdn.test/preview.jpg',
		]);
	});

	test('are at most three icons, the largest', () => {
		const icons = [64, 512, 48, 128, 256].map((size) => `<link rel=icon sizes=${size}x${size} href=/${size}.png>`);
		expect(linksOf(icons.join(''))).toEqual([...[512, 256, 128].map((size) => `icon https://acme.test/${size}.png`)]);
	});

	test('start at the address in <base>', () => {
		expect(linksOf('<base href="https://cdn.test/x/"><link rel=icon href=icon.png>')).toEqual([
			'icon https://cdn.test/x/icon.png',
		]);
	});

	test.each([
		['small icons', '<link rel=icon sizes="16x16 32x32" href=/small.png>'],
		['images in the page itself', '<link rel=icon href="data:image/png;base64,iVBORw0KGgo=">'],
		['other protocols', '<link rel=icon href="file:///etc/passwd"><link rel=icon href="javascript:1">'],
		['invalid addresses', '<link rel=icon href="http://["><link rel=icon href="">'],
		['other links', '<link rel=mask-icon href=/mask.svg><link rel=stylesheet href=/icon.css>'],
		['anything in a page that is not HTML', '\u0000\u0001{"a": 1}'],
		['anything in an empty page', ''],
		['anything in a page that is cut off', '<!doctype html><html><head><link rel=icon hre'],
	])('do not include %s', (_, html) => {
		expect(linksOf(html)).toEqual([]);
	});

	test('are found once, even if several links name one', () => {
		expect(linksOf('<link rel=icon href=/a.png><link rel="shortcut icon" href=/a.png>')).toEqual([
			'icon https://acme.test/a.png',
		]);
	});

	test.each<[string, (length: number) => string]>([
		['open elements', (length) => '<p><b>'.repeat(length / 6)],
		['elements closed but never opened', (length) => `${'<b>'.repeat(length / 7)}${'</i>'.repeat(length / 7)}`],
		['attributes of an element', (length) => `<a ${'x '.repeat(length / 2)}>`],
		['sizes of an icon', (length) => `<link rel=icon sizes="${'64x64 '.repeat(length / 6)}" href=/b.png>`],
		['digits of a size', (length) => `<link rel=icon sizes="64x64 ${'1'.repeat(length)}" href=/b.png>`],
	])('are found in a time that grows linearly with the number of %s', async (_, make) => {
		const withIcon = (end: string) => linksOf(`<link rel=icon href=/a.png>${end}`);
		expect(withIcon(make(1_000_000))).toContain('icon https://acme.test/a.png');
		expect(await growth(withIcon, make, 400_000)).toBeLessThan(LINEAR);
	});
});
