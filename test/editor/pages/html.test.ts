import { expect, test } from 'vitest';
import { html } from '../../../src/editor/pages/html.ts';

test('Inserted text is escaped, also in attributes', () => {
	const text = `<script>"x" & 'y'`;
	expect(html`<p title="${text}">${text}</p>`.text).toBe(
		'<p title="&#60;script&#62;&#34;x&#34; &#38; &#39;y&#39;">&#60;script&#62;&#34;x&#34; &#38; &#39;y&#39;</p>',
	);
});

test('Inserted HTML and lists stay, and nothing inserts nothing', () => {
	const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
	expect(html`<ul>${items}${false}${undefined}${0}</ul>`.text).toBe('<ul><li>a</li><li>&#60;b&#62;</li>0</ul>');
});
