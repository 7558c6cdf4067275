import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { PAGES, SITES } from '../sites.ts';
import { staticPages } from '../static-pages.ts';

const validator = new HtmlValidate({
	root: true,
	extends: ['html-validate:recommended'],
	rules: {
		// Untrusted text keeps spaces before line breaks.
		'no-trailing-whitespace': 'off',
		// This rule counts `&amp;` as five characters. machines.test.ts counts the decoded text.
		'long-title': 'off',
	},
});

const EXTREME_PAGES = ['/nothing/', '/programs/search/?q=%3Cscript%3E', '/programs/script-program/'];

describe('Html-validate finds no errors', () => {
	test.each([
		['the sample', SITES.sample, Object.values(PAGES)],
		['the extremes', SITES.extremes, EXTREME_PAGES],
	])('on any page of %s', async (_, { folder, origin }, further) => {
		const faults: string[] = [];
		for (const path of new Set([...(await staticPages(folder)), ...further])) {
			const html = await (await fetch(`${origin}${path}`)).text();
			// Html-validate skips the content of SVGs.
			for (const [fault] of html.matchAll(/ font-variant="(?!normal"|small-caps")[^"]*"/g)) {
				faults.push(`${path} has${fault}, which is not valid in SVG`);
			}
			const { results } = await validator.validateString(html);
			for (const { messages } of results) {
				for (const { ruleId, line, column, message } of messages) {
					faults.push(`${path} ${line}:${column} ${message} (${ruleId})`);
				}
			}
		}
		expect(faults).toEqual([]);
	});
});

test('Every link in a sentence has a space before and after it', async () => {
	const faults: string[] = [];
	for (const path of Object.values(PAGES)) {
		const html = await (await fetch(`${SITES.sample.origin}${path}`)).text();
		// Astro removes line breaks beside elements, so a space there must be written as an expression.
		for (const [fault] of html.matchAll(/[\w,;:]+<a [^>]*>[^<]*|[^>]*<\/a>\w+/g)) faults.push(`${path}: ${fault}`);
	}
	expect(faults).toEqual([]);
});
