import { expect, test } from 'vitest';
import { aboutPages } from '../../../src/website/about/about-pages.ts';
import { NETWORKS, OPERATORS, ORGANIZATIONS, SECTIONS } from '../../../src/website/addresses.ts';
import { API_MANUAL, pagesOf } from '../../../src/website/documentation/documentation-pages.ts';
import { llmsText } from '../../../src/website/machine-readable/llms-text.ts';
import { markdownAddress } from '../../../src/website/machine-readable/markdown-address.ts';

const textFor = (sections: typeof SECTIONS, api = true) =>
	llmsText({ name: 'Acme', description: 'About it.', api }, 'https://acme.example', sections);

test('The file for language models names no API if the site has none', () => {
	expect(textFor(SECTIONS, false)).not.toMatch(/API|\/docs\/|mcp/);
});

test('The file for language models has the form of llmstxt.org, and describes the pages about the directory and the API', () => {
	const text = textFor(SECTIONS);
	expect(text).toMatch(
		/^# Acme\n\n> About it\.\n\n[^#]+(?:## .+\n\n(?:- \[.+\]\(https:\/\/acme\.example\/.+\): .+\n)+\n?)+$/,
	);
	expect(text).not.toContain('undefined');
	expect(text).not.toContain(OPERATORS.address);
	for (const { address } of [...aboutPages(), ...pagesOf(API_MANUAL)]) {
		expect(text).toContain(`(https://acme.example${markdownAddress(address)})`);
	}
});

test('The file for language models names only lists that are sections of the site', () => {
	const text = textFor([NETWORKS]);
	expect(text).toContain(markdownAddress(NETWORKS.address));
	expect(text).not.toContain(markdownAddress(ORGANIZATIONS.address));
});
