import { expect, test } from 'vitest';
import { ABOUT_PAGES } from '../../../src/website/about/about-pages.ts';
import { OPERATORS } from '../../../src/website/addresses.ts';
import { API_MANUAL, pagesOf } from '../../../src/website/documentation/documentation-pages.ts';
import { llmsText } from '../../../src/website/machine-readable/llms-text.ts';
import { markdownAddress } from '../../../src/website/machine-readable/markdown-address.ts';

test('The file for language models has the form of llmstxt.org, and describes the pages about the directory and the API', () => {
	const text = llmsText({ name: 'Acme', description: 'About it.' }, 'https://acme.example');
	expect(text).toMatch(
		/^# Acme\n\n> About it\.\n\n[^#]+(?:## .+\n\n(?:- \[.+\]\(https:\/\/acme\.example\/.+\): .+\n)+\n?)+$/,
	);
	expect(text).not.toContain('undefined');
	expect(text).not.toContain(OPERATORS.address);
	for (const { address } of [...ABOUT_PAGES, ...pagesOf(API_MANUAL)]) {
		expect(text).toContain(`(https://acme.example${markdownAddress(address)})`);
	}
});
