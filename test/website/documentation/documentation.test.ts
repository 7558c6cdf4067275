import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { documentationPage } from '../../../src/website/documentation/documentation.ts';
import { manuals, pagesOf } from '../../../src/website/documentation/documentation-pages.ts';
import { pageMarkdown } from '../../../src/website/machine-readable/page-markdown.ts';

const render = (text: string) => documentationPage(`# A title\n\nA summary.\n\n${text}`);

describe('A page of the documentation', () => {
	test('takes its title and summary from the start of the file', () => {
		expect(documentationPage('# The `title`\n\nTwo\nlines.\n\nText.')).toEqual({
			title: 'The title',
			summary: 'Two lines.',
			html: '<p>Text.</p>\n',
			sections: [],
		});
	});

	test.each(['', 'Text.', '# Only a title', '# A title\n\n## A section'])('needs a title and a summary: %j', (text) => {
		expect(() => documentationPage(text)).toThrow('must begin with a title');
	});

	test('gives headings the same IDs as Git hosts do, and lists the sections', () => {
		const { html, sections } = render('## CSV files, or `x_y`?\n\n### Below');
		expect(html).toBe(
			'<h2 id="csv-files-or-x_y"><a href="#csv-files-or-x_y">CSV files, or <code>x_y</code>?</a></h2>\n' +
				'<h3 id="below"><a href="#below">Below</a></h3>\n',
		);
		expect(sections).toEqual([{ id: 'csv-files-or-x_y', name: 'CSV files, or x_y?' }]);
	});

	test.each([
		['[Other](accounts.md)', '<a href="/docs/operators/accounts/">Other</a>'],
		['[Part](errors.md#not_found)', '<a href="/docs/errors/#not_found">Part</a>'],
		['[Here](#mail)', '<a href="#mail">Here</a>'],
		['[Web](https://web.example/)', '<a href="https://web.example/">Web</a>'],
		['[`schema.sql`](../../data/schema.sql)', '<code>schema.sql</code>'],
		['[README](../../README.md)', 'README'],
	])('changes the link %s to %s', (link, html) => {
		expect(render(link).html).toBe(`<p>${html}</p>\n`);
	});

	test('calls this site in examples, and links to its pages', () => {
		const text = '[Keys](https://directory.example/account/keys/) `https://directory.example/v1/programs`';
		const { html } = documentationPage(`# A title\n\nA summary.\n\n${text}`, 'https://partners.example');
		expect(html).toBe('<p><a href="/account/keys/">Keys</a> <code>https://partners.example/v1/programs</code></p>\n');
	});

	test.each(['client.tgz', 'packages/client-0.1.0.tgz'])('installs the client from this site: %s', (path) => {
		const text = `\`npm install https://directory.example/${path}\``;
		const { html } = documentationPage(`# A title\n\nA summary.\n\n${text}`, 'https://partners.example');
		expect(html).toBe(`<p><code>npm install https://partners.example/${path}</code></p>\n`);
	});

	test('names the address of this site wherever an address has a path', () => {
		const pages = manuals()
			.flatMap(pagesOf)
			.map(({ address }) => address.split('/').at(-2)!);
		for (const page of pages) {
			const source = readFileSync(new URL(`../../../src/docs/${page}.md`, import.meta.url), 'utf8');
			expect(documentationPage(source, 'https://partners.example').html, page).not.toContain('directory.example/');
		}
		expect(pages).toContain('errors');
	});

	test('adds a button that copies code, without its last line break', () => {
		expect(render('```sh\ncurl <a>\n```').html).toMatch(
			/^<copy-text><pre><code class="language-sh">curl &lt;a&gt;<\/code><\/pre><button .* hidden>Copy<\/button>/,
		);
	});

	test.each(['quick-start', 'webhooks', 'errors'])('keeps the language of code in its Markdown: %s', (page) => {
		const languagesIn = (text: string) => text.match(/^```\w+/gm);
		const source = readFileSync(new URL(`../../../src/docs/${page}.md`, import.meta.url), 'utf8');
		const html = `<main>${documentationPage(source).html}</main>`;
		const languages = languagesIn(pageMarkdown(html, '/', 'https://partners.example'));
		expect(languages!.length).toBeGreaterThan(2);
		expect(languages).toEqual(languagesIn(source));
	});

	test('puts tables into scrolling boxes named after their section, and adds the name of its column to each cell', () => {
		const { html } = render('## A & B\n\n| one | `two` |\n| --- | --- |\n| 1 | 2 |\n| | 3 |\n\nText.');
		expect(html).toContain('<div class="wide" role="group" aria-label="Table: A &amp; B" tabindex="0"><table class="');
		expect(html).toContain('<th scope="col">one</th>\n<th scope="col"><code>two</code></th>');
		expect(html).toContain('<td>1</td>\n<td data-label="two">2</td>');
		expect(html).toContain('<td></td>\n<td data-label="two">3</td>');
		expect(html).toContain('</table></div><p>Text.</p>');
	});

	test('shows raw HTML as text', () => {
		expect(render('<b style="color: red">x</b>').html).toBe(
			'<p>&lt;b style=&quot;color: red&quot;&gt;x&lt;/b&gt;</p>\n',
		);
	});
});
