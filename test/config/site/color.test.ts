import { describe, expect, test } from 'vitest';
import { contrast, parseColor, toCss, toHex } from '../../../src/config/site/color.ts';

describe('parseColor', () => {
	test.each([
		['oklch(0.44 0.09 165)', 'oklch(0.44 0.09 165)'],
		['oklch(47% .02 252.5deg)', 'oklch(0.47 0.02 252.5)'],
		['#24508c', 'oklch(0.4327 0.111 256.9)'],
		['#FF0000', 'oklch(0.628 0.258 29.2)'],
		['#808080', 'oklch(0.5999 0 89.9)'],
	])('reads %s', (text, css) => {
		expect(toCss(parseColor(text)!)).toBe(css);
	});

	test.each([
		'bluuue',
		'#fff',
		'#12345g',
		'oklch(44 0.09 165)',
		'oklch(0.4 0.9 165)',
		'oklch(0.4 0.09 365)',
		'oklch(0.4.4 0.09 165)',
		'oklch(0.4 0.09 165);}',
	])('refuses %s', (text) => {
		expect(parseColor(text)).toBeUndefined();
	});
});

test.each(['#000000', '#ffffff', '#24508c', '#fcfbf6', '#f5bb75'])('toHex returns %s as it was read', (hex) => {
	const [read, again] = [hex, toHex(parseColor(hex)!)].map((text) =>
		text.match(/[\da-f]{2}/g)!.map((part) => Number.parseInt(part, 16)),
	);
	for (const [index, channel] of read!.entries()) expect(Math.abs(channel - again![index]!)).toBeLessThanOrEqual(1);
});

// From the examples of WebAIM's contrast checker.
test.each([
	['#000000', '#ffffff', 21],
	['#ffffff', '#767676', 4.54],
	['#0000ff', '#ffffff', 8.59],
	['#ff0000', '#ffffff', 4],
])('The contrast of %s and %s is %d', (one, other, ratio) => {
	expect(contrast(parseColor(one)!, parseColor(other)!)).toBeCloseTo(ratio, 1);
});
