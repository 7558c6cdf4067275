import { expect, test } from 'vitest';
import { inkOf } from '../../src/shared/theme-colors.ts';

test.each([
	['oklch(0.44 0.09 165)', 'oklch(0.26 0.045 165)'],
	['oklch(47% 0.02 252.5)', 'oklch(0.26 0.02 252.5)'],
	['#24508c', 'oklch(0.26 0.045 256.9)'],
	['#FF0000', 'oklch(0.26 0.045 29.2)'],
	['#808080', 'oklch(0.26 0 89.9)'],
])('the ink for the accent %s is %s', (accent, ink) => {
	expect(inkOf(accent)).toBe(ink);
});
