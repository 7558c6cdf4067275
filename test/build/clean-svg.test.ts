import { describe, expect, test } from 'vitest';
import { cleanSvg } from '../../src/build/clean-svg.ts';
import { growth, LINEAR } from '../support/growth.ts';

const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

/** An image with these elements. */
function svg(content: string, attributes = ''): string {
	return `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${content}</svg>`;
}

/** These elements after cleaning, or the problem if the image is refused. */
function cleaned(content: string): string {
	const clean = cleanSvg(svg(content));
	if ('problem' in clean) return clean.problem;
	return clean.svg.replace(`<svg ${NAMESPACES}>`, '').replace(/<\/svg>\n$/, '');
}

describe('An SVG logo', () => {
	test('keeps its shapes, texts and styles', () => {
		for (const part of [
			'<defs><linearGradient id="a" x1="0"><stop offset="1" stop-color="#fff"></stop></linearGradient></defs>',
			'<path fill="url(#a)" d="M0 0h1" transform="scale(2)"></path>',
			`<g style="fill:url('#a');stroke:red"><text font-family="Inter">A &lt; B &amp; C</text></g>`,
			'<style>.a{fill:red}#b > path{stroke:blue}</style>',
			'<symbol id="b" viewBox="0 0 1 1"></symbol><use xlink:href="#b"></use><use href="#b" x="1"></use>',
		]) {
			expect(cleaned(part)).toBe(part);
		}
	});

	test('loses comments, metadata and additions of drawing programs', () => {
		expect(
			cleaned('<!-- a --><metadata><rdf:RDF>b</rdf:RDF></metadata><sodipodi:namedview pagecolor="#fff"/><g/>'),
		).toBe('<g></g>');
		expect(cleaned('<style><![CDATA[.a{fill:red}]]></style>')).toBe('<style>.a{fill:red}</style>');
	});

	test('loses everything that runs code', () => {
		expect(cleaned('<g onclick="alert(1)" ONLOAD="alert(1)"/>')).toBe('<g></g>');
		expect(cleaned('<g xmlns="http://www.w3.org/1999/xhtml" xmlns:s="http://www.w3.org/2000/svg"/>')).toBe('<g></g>');
		for (const name of ['script', 'foreignObject', 'iframe', 'animate', 'set', 'handler', 'a', 'Script', 's:script']) {
			expect(cleaned(`<${name}>alert(1)</${name}>`)).toMatch(new RegExp(`^has <${name}>, .* Remove it, or save .*PNG`));
		}
		expect(cleaned('<style><![CDATA[</style><script>alert(1)</script>]]></style>')).toMatch(/^has <style> with/);
	});

	test('refers to nothing outside itself', () => {
		for (const address of [
			'https://evil.example/a#b',
			'//evil.example',
			'file:///etc/passwd',
			'data:image/svg+xml,x',
		]) {
			expect(cleaned(`<use href="${address}"/><use xlink:href="${address}"/>`)).toBe('<use></use><use></use>');
			expect(cleaned(`<g fill="url(${address})" style="fill: URL( '${address}' )"/>`)).toBe('<g></g>');
			expect(cleaned(`<image href="${address}"/>`)).toMatch(/^has <image>/);
			expect(cleaned(`<style>g{fill:url("${address}")}</style>`)).toMatch(/^has <style> with an address/);
		}
		expect(cleaned('<style>@import "https://evil.example";</style>')).toMatch(/^has <style> with an address/);
		expect(cleaned('<style>g{fill:\\75rl(https://evil.example)}</style>')).toMatch(/^has <style> with an address/);
	});

	test('expands no entities', () => {
		const levels = Array.from({ length: 20 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`).join('');
		const laughs = `<!DOCTYPE svg [<!ENTITY a0 "<script>1</script>">${levels}]>${svg('<text>&a20;</text>')}`;
		expect(cleanSvg(laughs)).toEqual({ svg: `<svg ${NAMESPACES}><text>&amp;a20;</text></svg>\n` });
		const file = `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`;
		expect(cleanSvg(file)).toEqual({ svg: `<svg ${NAMESPACES}><text>&amp;x;</text></svg>\n` });
	});

	test('has no copies of copies, and limited nesting', () => {
		const levels = Array.from({ length: 9 }, (_, i) => `<g id="u${i + 1}">${`<use href="#u${i}"/>`.repeat(10)}</g>`);
		expect(cleaned(`<g id="u0"/>${levels.join('')}`)).toMatch(/nested copies/);
		expect(cleaned('<g>'.repeat(30_000))).toMatch(/nested too deeply/);
	});

	test.each<[string, (length: number) => string]>([
		['comments', (length) => '<!-- a -->'.repeat(length / 10)],
		['comments before something other than an image', (length) => `${'<!-- a -->'.repeat(length / 10)}<html/>`],
		['comments without an end', (length) => '<!--'.repeat(length / 4)],
		['elements without an end', (length) => '<g'.repeat(length / 2)],
		['attributes without an end', (length) => `<svg ${'a="'.repeat(length / 3)}`],
		['spaces in a style', (length) => svg(`<g style="fill:url(${' '.repeat(length)}"/>`)],
		['ampersands', (length) => svg('&'.repeat(length))],
	])('is read in a time that grows linearly with its length: %s', async (_, make) => {
		expect(await growth(cleanSvg, make)).toBeLessThan(LINEAR);
	});

	test.each(['', '\uFEFF', 'GIF89a', '<!doctype html><html></html>', '<html><svg/></html>', '<x:svg/>'])(
		'is not recognized in %j',
		(text) => {
			expect(cleanSvg(text)).toEqual({ problem: expect.stringMatching(/^is not an SVG image\./) });
		},
	);
});
