import { describe, expect, test } from 'vitest';
import { htmlFaults } from '../../support/html-faults.ts';
import { PAGES, SITES, staticPages } from '../sites.ts';

const EXTREME_PAGES = ['/nothing/', '/programs/search/?q=%3Cscript%3E', '/programs/script-program/'];

describe('The HTML has no faults', () => {
	test.each([
		['the sample', SITES.sample, Object.values(PAGES)],
		['the extremes', SITES.extremes, EXTREME_PAGES],
	])('on any page of %s', async (_, { folder, origin }, further) => {
		const faults: string[] = [];
		for (const path of new Set([...(await staticPages(folder)), ...further])) {
			const html = await (await fetch(`${origin}${path}`)).text();
			for (const fault of await htmlFaults(html)) faults.push(`${path} ${fault}`);
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
