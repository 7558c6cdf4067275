import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdown, markdownText, ownLinks, ownMarkdown } from '../../../src/website/format/markdown.ts';
import { growth, LINEAR } from '../../support/growth.ts';

describe('markdown', () => {
	test('emphasis, lists, code and tables become HTML', () => {
		expect(markdown('**a** _b_ `c`')).toBe('<p><strong>a</strong> <em>b</em> <code>c</code></p>\n');
		expect(markdown('- a\n- b')).toBe('<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n');
		expect(markdown('| a |\n|--:|\n| 1 |')).toContain('<td align="right">1</td>');
	});

	test('headings are below the headings of the page', () => {
		expect(markdown('# a\n## b\n### c\n###### d')).toBe('<h3>a</h3>\n<h3>b</h3>\n<h4>c</h4>\n<h6>d</h6>\n');
	});

	test('raw HTML is shown as text', () => {
		expect(markdown('<script>alert(1)</script>')).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n');
		expect(markdown('a <b onclick=x>b</b> <!-- c -->')).toBe(
			'<p>a &lt;b onclick=x&gt;b&lt;/b&gt; &lt;!-- c --&gt;</p>\n',
		);
	});

	test('an unclosed tag after a raw <pre> or <code> stays text', () => {
		for (const tag of ['<pre>', '<code>', '<kbd>', '<script>']) {
			expect(markdown(`${tag}"<img src=x onerror=alert(1)//`)).not.toContain('<img');
		}
	});

	test('a link to the web is marked as placed by a user', () => {
		expect(markdown('[a](https://acme.example/?b=1&c=2 "title")')).toBe(
			'<p><a href="https://acme.example/?b=1&amp;c=2" rel="ugc nofollow noopener">a</a></p>\n',
		);
		expect(markdown('https://acme.example/')).toContain('<a href="https://acme.example/" rel="ugc nofollow noopener">');
	});

	test('a link to anything else is reduced to its text', () => {
		for (const target of [
			'javascript:alert(1)',
			'JaVaScRiPt:alert(1)',
			'&#106;avascript:alert(1)',
			'data:text/html,x',
			'vbscript:x',
			'//evil.example',
			'/programs/',
			'#top',
			'mailto:a@acme.example',
			'https://user:password@acme.example/',
		]) {
			expect(markdown(`[words](${target})`)).toBe('<p>words</p>\n');
		}
		expect(markdown('<javascript:alert(1)>')).toBe('<p>javascript:alert(1)</p>\n');
		expect(markdown('[words][1]\n\n[1]: javascript:alert(1)')).toBe('<p>words</p>\n');
	});

	test('a quote in an address does not end the attribute', () => {
		expect(markdown('[a](https://acme.example/"onmouseover="x)')).toContain(
			'href="https://acme.example/&quot;onmouseover=&quot;x"',
		);
	});

	test('an image is reduced to its description', () => {
		expect(markdown('![a<b](https://acme.example/a.png)')).toBe('<p>a&lt;b</p>\n');
		expect(markdown('![**a** [b](https://acme.example/)](javascript:x)')).toBe('<p>a b</p>\n');
	});

	test('items of a to-do list have checkboxes', () => {
		expect(markdown('- [ ] a\n- [X] b\n- [y] c')).toBe('<ul>\n<li>☐ a</li>\n<li>☑ b</li>\n<li>[y] c</li>\n</ul>\n');
	});

	test('the language of a code block is left out', () => {
		expect(markdown('```js"><b>\na < b\n```')).toBe('<pre><code>a &lt; b\n</code></pre>\n');
	});

	test('words after a link that was reduced to its text can be a link', () => {
		expect(markdown('[a](javascript:x) [b](https://b.example/) c')).toBe(
			'<p>a <a href="https://b.example/" rel="ugc nofollow noopener">b</a> c</p>\n',
		);
	});

	test('deeply nested quotes and lists end at 100 levels', () => {
		for (const [mark, tag] of [
			['>', 'blockquote'],
			['- ', 'li'],
		] as const) {
			const depth = markdown(`${mark.repeat(10_000)}a`).split(`<${tag}>`).length - 1;
			expect(depth).toBeGreaterThan(20);
			expect(depth).toBeLessThanOrEqual(100);
		}
	});

	const HOSTILE: { readonly [name: string]: (length: number) => string } = {
		'an email address that never comes': (length) => `${'a.'.repeat(length / 2)}@`,
		'half email addresses': (length) => '!.'.repeat(length / 2),
		'underscores before an at sign': (length) => `${'a_'.repeat(length / 2)}@`,
		'an address with brackets': (length) => `https://a.b/${')'.repeat(length)}`,
		'an address with entities': (length) => `https://a.b/${'&a;'.repeat(length / 3)}`,
		'nested brackets': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
		'starts of links': (length) => '[a]('.repeat(length / 4),
		'starts of images': (length) => '!['.repeat(length / 2),
		'runs of emphasis': (length) => '*a **a '.repeat(length / 7),
		'emphasis within words': (length) => '_a_b'.repeat(length / 4),
		'nested emphasis': (length) => `${'*'.repeat(length / 2)}a${'*'.repeat(length / 2)}`,
		'strokes of two lengths': (length) => '~~a~ '.repeat(length / 5),
		'backticks of growing length': (length) =>
			Array.from({ length: Math.sqrt(2 * length) }, (_, index) => `a${'`'.repeat(index)}`).join(''),
		'a wide table': (length) => `${'a|'.repeat(length / 4)}\n${'-|'.repeat(length / 4)}\n`,
		'a long table of empty rows': (length) => `|a|a\n|-|-\n${'|\n'.repeat(length / 2)}`,
		ampersands: (length) => '&#'.repeat(length / 2),
		'entities without an end': (length) => '&amp'.repeat(length / 4),
		'quotes in lists in quotes': (length) => '> - '.repeat(length / 4),
		'lists in lists': (length) => `${'* '.repeat(length / 2)}a`,
		'definitions of links': (length) => '[a]: b "c'.repeat(length / 9),
	};

	test.each(Object.entries(HOSTILE))('the time grows linearly with the length of a text: %s', async (_, make) => {
		expect(await growth(markdown, make)).toBeLessThan(LINEAR);
	});

	test('no text becomes a tag or an attribute that is not on the list', () => {
		const piece = fc.constantFrom(
			'<',
			'>',
			'"',
			"'",
			'&',
			'`',
			'```',
			'[',
			']',
			'(',
			')',
			'!',
			'*',
			'_',
			'#',
			'|',
			'-',
			'\n',
			'\n\n',
			' ',
			'\\',
			'<img src=x onerror=x',
			'<pre>',
			'<code>',
			'</code>',
			'<script>',
			'<a href="',
			'javascript:',
			'https://a.example',
			'](',
			'![',
			'<!--',
			'-->',
			'<![CDATA[',
			'<?',
			'a',
			'    ',
			'- [x] ',
			'| a |\n|---|\n',
			'[1]: ',
			'&lt;',
			'&#60;',
		);
		const allowed =
			/^<(?:\/?(?:p|h[3-6]|ul|ol|li|pre|code|blockquote|strong|em|s|table|thead|tbody|tr|a)|[hb]r|t[hd](?: align="(?:left|right|center)")?|\/t[hd]|ol start="\d+"|a href="https?:[^"<>]*" rel="ugc nofollow noopener")>$/;
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
				const html = markdown(pieces.join(''));
				for (const tag of html.match(/<[^>]*>?/g) ?? []) expect(tag).toMatch(allowed);
			}),
			{ numRuns: 2000 },
		);
	});
});

describe('markdownText', () => {
	test('keeps the words, and the spaces between them', () => {
		expect(markdownText('# One\n\n- **t**wo\n- [three](https://a.example/)\n\nfour  \nfive').split(/\s+/)).toEqual([
			'One',
			'two',
			'three',
			'four',
			'five',
			'',
		]);
		expect(markdownText('| a | b |\n|---|---|\n| c | d |').trim().split(/\s+/)).toEqual(['a', 'b', 'c', 'd']);
	});

	test('keeps all characters', () => {
		expect(markdownText('a < b & "c" <i>d</i> `<e>`')).toBe('a < b & "c" <i>d</i> <e>\n');
	});

	test('keeps entities in addresses', () => {
		for (const code of [1_114_112, 55_296, 128_184]) {
			expect(markdownText(`see <https://a.example/&#${code};>`)).toBe(`see https://a.example/&#${code};\n`);
		}
	});

	test('makes well-formed text from any text', () => {
		const piece = fc.oneof(
			fc.constantFrom('<', '>', '[a](', ')', '`', '*', '# ', '- ', '|', '\n', '&'),
			fc.oneof(fc.nat(), fc.nat(0x11ffff)).map((code) => `https://a.example/&#${code};`),
			fc.string({ unit: 'binary' }),
		);
		const property = fc.property(fc.array(piece), (pieces) => markdownText(pieces.join('')).isWellFormed());
		fc.assert(property, { numRuns: 1000 });
	});
});

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
