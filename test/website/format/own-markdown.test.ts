import { expect, test } from 'vitest';
import { ownLinks, ownMarkdown } from '../../../src/website/format/markdown.ts';

test.each([
	['headings start at h2 and have IDs', '# One\n\n## One\n', '<h2 id="one">One</h2>\n<h2 id="one-2">One</h2>\n'],
	[
		'links lead anywhere',
		'[a](/imprint/) [b](mailto:a@b.example)',
		'<p><a href="/imprint/">a</a> <a href="mailto:a@b.example">b</a></p>\n',
	],
	['links run no scripts', '[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>\n'],
	['HTML is text', '<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n'],
	['images of this site are shown', '![A b](/team.jpg)', '<p><img src="/team.jpg" alt="A b"></p>\n'],
	['images of other sites are words', '![A b](https://other.example/a.jpg)', '<p>A b</p>\n'],
	[
		'tables have no style attributes',
		'| a |\n|--:|\n| 1 |',
		'<table>\n<thead>\n<tr>\n<th align="right">a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align="right">1</td>\n</tr>\n</tbody>\n</table>\n',
	],
])('In own pages, %s', (_, source, html) => {
	expect(ownMarkdown(source)).toBe(html);
});

test('ownLinks finds links and images', () => {
	const text = '[a](/a/ "A") and ![b](/b.png)\n\n| c |\n|---|\n| [c](c/#d) |\n\n`[e](/e/)` <https://f.example/>\n';
	expect(ownLinks(text)).toEqual(['/a/', '/b.png', 'c/#d', 'https://f.example/']);
});
