import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdown, markdownText } from '../../src/site/markdown.ts';

describe('markdown', () => {
	test('emphasis, lists, code and tables become HTML', () => {
		expect(markdown('**a** _b_ `c`')).toBe('<p><strong>a</strong> <em>b</em> <code>c</code></p>\n');
		expect(markdown('- a\n- b')).toBe('<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n');
		expect(markdown('| a |\n|--:|\n| 1 |')).toContain('<td align="right">1</td>');
	});

	test('headings stand below the headings of the page', () => {
		expect(markdown('# a\n## b\n### c\n###### d')).toBe('<h3>a</h3>\n<h3>b</h3>\n<h4>c</h4>\n<h6>d</h6>\n');
	});

	test('raw HTML is shown as the text it is', () => {
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
			'<p><a href="https://acme.example/?b=1&#38;c=2" rel="ugc nofollow noopener">a</a></p>\n',
		);
		expect(markdown('https://acme.example/')).toContain('<a href="https://acme.example/" rel="ugc nofollow noopener">');
	});

	test('a link to anything else is only its words', () => {
		for (const target of [
			...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', '&#106;avascript:alert(1)', 'data:text/html,x', 'vbscript:x'],
			...['//evil.example', '/programs/', '#top', 'mailto:a@acme.example', 'https://user:password@acme.example/'],
		]) {
			expect(markdown(`[words](${target})`)).toBe('<p>words</p>\n');
		}
		expect(markdown('<javascript:alert(1)>')).toBe('<p>javascript:alert(1)</p>\n');
		expect(markdown('[words][1]\n\n[1]: javascript:alert(1)')).toBe('<p>words</p>\n');
	});

	test('a quote in an address does not end the attribute', () => {
		expect(markdown('[a](https://acme.example/"onmouseover="x)')).toContain(
			'href="https://acme.example/&#34;onmouseover=&#34;x"',
		);
	});

	test('an image is its description', () => {
		expect(markdown('![a<b](https://acme.example/a.png)')).toBe('<p>a&#60;b</p>\n');
	});

	test('quotes nested thousands deep are shown as plain text', () => {
		expect(markdown('>'.repeat(20_000))).toBe(`<p>${'&#62;'.repeat(20_000)}</p>\n`);
	});

	test('no text at all becomes a tag or an attribute that is not on the list', () => {
		const piece = fc.constantFrom(
			...[
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
			],
			...[
				'<img src=x onerror=x',
				'<pre>',
				'<code>',
				'</code>',
				'<script>',
				'<a href="',
				'javascript:',
				'https://a.example',
			],
			...[
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
			],
		);
		const allowed =
			/^<(?:\/?(?:p|h[3-6]|ul|ol|li|pre|code|blockquote|strong|em|del|table|thead|tbody|tr|a)|[hb]r|t[hd](?: align="(?:left|right|center)")?|\/t[hd]|ol start="\d+"|a href="https?:[^"<>]*" rel="ugc nofollow noopener")>$/;
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
	test('leaves the words, apart where they were apart', () => {
		expect(markdownText('# One\n\n- **t**wo\n- [three](https://a.example/)\n\nfour  \nfive').split(/\s+/)).toEqual([
			...['One', 'two', 'three', 'four', 'five', ''],
		]);
		expect(markdownText('| a | b |\n|---|---|\n| c | d |').trim().split(/\s+/)).toEqual(['a', 'b', 'c', 'd']);
	});

	test('leaves characters as they were written', () => {
		expect(markdownText('a < b & "c" <i>d</i> `<e>`')).toBe('a < b & "c" <i>d</i> <e>\n');
	});

	test('leaves a number that is no character as it was written', () => {
		for (const code of [1_114_112, 9_999_999, 55_296, 57_343]) {
			expect(markdownText(`see <https://a.example/&#${code};>`)).toBe(`see https://a.example/&#${code};\n`);
		}
		expect(markdownText('see <https://a.example/&#128184;>')).toBe('see https://a.example/💸\n');
	});

	test('makes well-formed text of any', () => {
		const piece = fc.oneof(
			fc.constantFrom('<', '>', '[a](', ')', '`', '*', '# ', '- ', '|', '\n', '&'),
			fc.oneof(fc.nat(), fc.nat(0x11ffff)).map((code) => `https://a.example/&#${code};`),
			fc.string({ unit: 'binary' }),
		);
		const property = fc.property(fc.array(piece), (pieces) => markdownText(pieces.join('')).isWellFormed());
		fc.assert(property, { numRuns: 1000 });
	});
});
