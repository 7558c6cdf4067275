import { describe, expect, test } from 'vitest';
import { pageMarkdown } from '../../../src/website/machine-readable/page-markdown.ts';
import { growth, LINEAR } from '../../support/growth.ts';

const SITE = 'https://directory.example';
const END = `Page: <${SITE}/a/>`;

/** The Markdown of a page with this HTML in its main part. */
function markdownOf(main: string, head = ''): string {
	const html = `<html><head>${head}</head><body><header>Menu</header><main id="content">${main}</main></body></html>`;
	return pageMarkdown(html, '/a/', SITE).replace(`\n\n${END}\n`, '').replace(`${END}\n`, '');
}

describe('A page in Markdown', () => {
	test.each([
		[
			'headings and paragraphs',
			'<h1>Acme</h1><p>One\n  <strong>two</strong> <em>three</em> <mark>four</mark></p>',
			'# Acme\n\nOne **two** *three* *four*',
		],
		['lists', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>', '- a\n\n  - b\n- c'],
		['numbered lists', '<ol><li>a</li><li>b</li></ol>', '1. a\n2. b'],
		[
			'facts',
			'<dl><div><dt>Cookie</dt><dd>60<span> days</span></dd><dd>last click</dd></div></dl>',
			'- **Cookie:** 60 days, last click',
		],
		[
			'tables',
			'<table><tr><th>A</th><th>B</th></tr><tr><td>1|2</td><td><p>3</p><p>4</p></td></tr></table>',
			'| A | B |\n| --- | --- |\n| 1\\|2 | 3 4 |',
		],
		['code', '<p><code>a`b</code></p><pre><code>x\n```\ny\n</code></pre>', '``a`b``\n\n````\nx\n```\ny\n````'],
		['the language of code', '<pre><code class="language-ts">a();\n</code></pre>', '```ts\na();\n```'],
		[
			'neighbours that only styles separate',
			'<p><a href="/x/">X</a><span>3 programs</span></p>',
			`[X](${SITE}/x.md) 3 programs`,
		],
		['lines of text', '<p class="lines">one\ntwo\n\n# three</p>', 'one\\\ntwo\n\n\\# three'],
		['texts of strangers as quotes', '<div dir="auto"><p>one</p><h3>two</h3></div>', '> one\n>\n> ### two'],
	])('has %s', (_, html, markdown) => {
		expect(markdownOf(html)).toBe(markdown);
	});

	test('has nothing that is of no use without the page', () => {
		const html = `<nav>Home</nav><form><label>Search</label></form><svg><text>x</text></svg><script>x()</script>
			<p hidden>not yet</p><span aria-hidden="true">L</span><a class="skip-link" href="#x">Skip</a><p>text</p>`;
		expect(markdownOf(html)).toBe('text');
	});

	test('has no column for buttons', () => {
		const html = `<table><tr><th>A</th><th class="row-actions">Save</th></tr><tr><td>1</td>
			<td class="row-actions"><button>Save</button></td></tr></table>`;
		expect(markdownOf(html)).toBe('| A |\n| --- |\n| 1 |');
	});

	test.each([
		['/', `${SITE}/index.md`],
		['/programs/acme/', `${SITE}/programs/acme.md`],
		['/about/data/#verified', `${SITE}/about/data/#verified`],
		['/compare/?programs=a', `${SITE}/compare/?programs=a`],
		['/account/keys/', `${SITE}/account/keys/`],
		['/openapi.json', `${SITE}/openapi.json`],
		['https://acme.example/a(b)', 'https://acme.example/a%28b%29'],
	])('leads to other pages in Markdown, with absolute addresses: %s', (href, address) => {
		expect(markdownOf(`<p><a href="${href}">x</a></p>`)).toBe(`[x](${address})`);
	});

	test.each(['#reviews', 'mailto:a@b.example', 'javascript:alert(1)', 'data:text/html,x'])(
		'has the text alone of a link to %s',
		(href) => {
			expect(markdownOf(`<p><a href="${href}">x</a></p>`)).toBe('x');
		},
	);

	test.each([
		['<p>&lt;script&gt;*a* [b](c) `d` \\ _e_ f_g</p>', '\\<script\\>\\*a\\* \\[b\\](c) \\`d\\` \\\\ \\_e\\_ f_g'],
		['<p># no heading</p>', '\\# no heading'],
		['<p>1. no list</p><p>2.5 of 5</p><p>- no list</p>', '1\\. no list\n\n2.5 of 5\n\n\\- no list'],
	])('shows text as it is: %s', (html, markdown) => {
		expect(markdownOf(html)).toBe(markdown);
	});

	test.each([' ', '_', '\n ', '`'])(
		'takes a time that grows linearly with the length of a text of %j',
		async (part) => {
			const read = (text: string) =>
				markdownOf(`<p class="lines">a${text}b</p><p>a${text}b</p><pre><code>a${text}b</code></pre>`);
			expect(await growth(read, (length) => part.repeat(length / part.length), 200_000)).toBeLessThan(LINEAR);
		},
	);

	test('names the page, and the next page of a list', () => {
		const html = `<link rel="next" href="${SITE}/a/page/2/"><main><h1>A</h1></main>`;
		expect(pageMarkdown(html, '/a/', SITE)).toBe(`# A\n\n${END}\n\nNext page: <${SITE}/a/page/2.md>\n`);
	});

	test('does not name a next page that has no Markdown', () => {
		const html = `<link rel="next" href="${SITE}/programs/search/?page=101"><main><h1>A</h1></main>`;
		expect(pageMarkdown(html, '/a/', SITE)).toBe(`# A\n\n${END}\n`);
	});
});
