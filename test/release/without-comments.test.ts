import { describe, expect, test } from 'vitest';
import { withoutComments } from '../../src/release/without-comments.ts';

/** Returns what counts of a file's content. */
const of = (file: string, content: string) => String(withoutComments(file, Buffer.from(content)));

describe('A script counts without', () => {
	const CODE = 'export const rate = 0.5;';

	test.each([
		['comments', '/** The rate. */\nexport const rate = 0.5; // a half'],
		['types', 'interface Unused {}\nexport const rate: number = 0.5 as number;'],
		['spaces and lines', 'export\nconst rate   = 0.5'],
		['comments that start like licenses', '/*! @license */ export const rate = 0.5;'],
	])('%s', (_, code) => expect(of('rate.ts', code)).toBe(of('rate.ts', CODE)));

	test.each([
		['a value', 'export const rate = 0.25;'],
		['a name', 'export const share = 0.5;'],
		['a text that looks like a comment', "export const rate = 0.5 + '/* a */';"],
	])('but with %s', (_, code) => expect(of('rate.ts', code)).not.toBe(of('rate.ts', CODE)));
});

describe('A component', () => {
	const COMPONENT = `---
/** A rate. */
const rate = 0.5; // a half
---

{/* The rate. */}
<p class="rate">{rate}</p>
<style>
	/* The color of rates. */
	.rate { color: red }
</style>
`;

	test.each([
		['a comment of its script', 'a half', '50%'],
		['a comment between its elements', 'The rate.', 'Its rate.'],
		['a comment of its styles', 'The color', 'This is the color'],
	])('counts without %s', (_, from, to) =>
		expect(of('Rate.astro', COMPONENT.replace(from, to))).toBe(of('Rate.astro', COMPONENT)),
	);

	test.each([
		['its script', '= 0.5', '= 0.25'],
		['its elements', '<p ', '<b '],
		['its styles', 'red', 'blue'],
		['HTML comments, which the page contains', '<p', '<!-- The rate. --><p'],
	])('counts with %s', (_, from, to) =>
		expect(of('Rate.astro', COMPONENT.replace(from, to))).not.toBe(of('Rate.astro', COMPONENT)),
	);
});

test('A style sheet counts without its comments', () => {
	const css = of('rate.css', '.rate { color: red } .rate::before { content: "/* a */" }');
	expect(of('rate.css', '/* Rates. */ .rate { color: red } .rate::before { content: "/* a */" } /* b */')).toBe(css);
	expect(of('rate.css', '.rate { color: blue } .rate::before { content: "/* a */" }')).not.toBe(css);
	expect(of('rate.css', '.rate { color: red } .rate::before { content: "/* b */" }')).not.toBe(css);
});

test('Other files, and files with mistakes, count with every byte', () => {
	expect(of('schema.sql', '-- a')).toBe('-- a');
	expect(of('rate.ts', 'const = /* a */ ;')).toBe('const = /* a */ ;');
});
