import { describe, expect, test } from 'vitest';
import { toHex } from '../../../src/config/site/color.ts';
import { contrastProblems, paletteOf } from '../../../src/config/site/palette.ts';

const NONE = { light: {}, dark: {} };
const DEFAULT = 'oklch(0.44 0.09 165)';

test.each([DEFAULT, '#24508c', '#000000', '#ffffff', '#ffff00', '#00ffff', '#ff0000', '#0000ff', 'oklch(0.7 0.3 330)'])(
	'With the accent %s, everything can be read',
	(accent) => {
		expect(contrastProblems(paletteOf({ accent, colors: NONE }))).toEqual([]);
	},
);

test('The default colours are those that emails and images have always had', () => {
	const { ink, roles } = paletteOf({ accent: DEFAULT, colors: NONE });
	expect([ink, roles.surface.light, roles.text.dark, roles.quiet.dark, roles.warm.dark].map(toHex)).toEqual([
		'#0a2b1e',
		'#fcfbf6',
		'#edebe5',
		'#b3b1a9',
		'#f5bb75',
	]);
});

describe('A colour that is hard to read', () => {
	test.each([
		[
			{ ...NONE, light: { quiet: '#999999' } },
			['colors', 'light', 'quiet'],
			/^Its contrast with colors\.light\.surface is 2\.7\d : 1, but it must be at least 4\.5 : 1\. /,
		],
		[
			{ ...NONE, dark: { surface: '#777777' } },
			['colors', 'dark', 'text'],
			/^Its contrast with colors\.dark\.surface is \d\.\d\d : 1, but it must be at least 4\.5 : 1\. /,
		],
		[
			{ ...NONE, ink: '#e0e0e0' },
			['colors', 'dark', 'text'],
			/^Its contrast with colors\.ink is 1\.\d\d : 1, but it must be at least 4\.5 : 1\. /,
		],
	])('%j is refused with its contrast', (colors, at, message) => {
		const [first] = contrastProblems(paletteOf({ accent: DEFAULT, colors }));
		expect(first).toEqual({ at, message: expect.stringMatching(message) });
	});
});
