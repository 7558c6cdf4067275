import { expect, test } from 'vitest';
import { ABOUT_PAGES } from '../../../src/site/about-pages.ts';
import { DOCUMENTATION_PAGES } from '../../../src/site/documentation-pages.ts';
import { llmsText } from '../../../src/site/machine-readable/llms-text.ts';
import { markdownAddress } from '../../../src/site/markdown-address.ts';

test('The file for language models has the form of llmstxt.org, and describes every page that it links to', () => {
	const text = llmsText({ name: 'Acme', description: 'About it.' }, 'https://acme.example');
	expect(text).toMatch(
		/^# Acme\n\n> About it\.\n\n[^#]+(?:## .+\n\n(?:- \[.+\]\(https:\/\/acme\.example\/.+\): .+\n)+\n?)+$/,
	);
	expect(text).not.toContain('undefined');
	for (const { address } of [...ABOUT_PAGES, ...DOCUMENTATION_PAGES]) {
		expect(text).toContain(`(https://acme.example${markdownAddress(address)})`);
	}
});
