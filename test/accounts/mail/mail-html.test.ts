import { describe, expect, test } from 'vitest';
import { mailHtml, passwordResetLink } from '../../../src/accounts/mail/messages.ts';

describe('The HTML of an email', () => {
	test('shows markup in a name as text', () => {
		const html = mailHtml('A & <b>B</b>', 'https://directory.example', ['"Hello"']);
		expect(html).toContain('A &amp; &lt;b&gt;B&lt;/b&gt;');
		expect(html).toContain('&quot;Hello&quot;');
	});

	test('has the paragraphs of the text, and links its addresses', () => {
		const site = { siteName: 'Directory', siteUrl: 'https://directory.example' };
		const { text, html } = passwordResetLink(site, 'https://directory.example/account/reset?token=1&x=2');
		expect(html).toContain('<a href="https://directory.example/account/reset?token=1&amp;x=2"');
		for (const paragraph of text.split('\n\n').filter((words) => !words.includes('http'))) {
			expect(html).toContain(paragraph);
		}
	});

	test('loads nothing from the network', () => {
		expect(mailHtml('Directory', 'https://directory.example', ['Hello'])).not.toMatch(/<img|url\(|<link|<script/);
	});
});
