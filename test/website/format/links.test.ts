import { describe, expect, test } from 'vitest';
import type { PublishedProgram } from '../../../src/catalog/published.ts';
import { hostOf, joinLimit, mainLink, outbound } from '../../../src/website/format/links.ts';
import { publishedProgram } from '../../support/published-program.ts';

const WEBSITE = 'https://acme.example/';
const FORM = 'https://acme.example/partners';

describe('mainLink', () => {
	test.each<[string, Partial<PublishedProgram>, string, string]>([
		['leads to the page where publishers apply', { signup_url: FORM }, 'Apply', FORM],
		['leads there for an open program', { signup_url: FORM, availability: 'open' }, 'Apply', FORM],
		['names the waitlist', { signup_url: FORM, availability: 'waitlist' }, 'Join the waitlist', FORM],
		['leads to the website of a closed program', { signup_url: FORM, availability: 'closed' }, 'Website', WEBSITE],
		['leads to the website if that is where publishers apply', { signup_url: WEBSITE }, 'Website', WEBSITE],
		['leads to the website if no address is known', { availability: 'waitlist' }, 'Website', WEBSITE],
	])('%s', (_, fields, words, address) => {
		expect(mainLink(publishedProgram({ website_url: WEBSITE, ...fields }))).toEqual({ words, address });
	});
});

test.each<[PublishedProgram['availability'], string | null]>([
	[null, null],
	['open', null],
	['invitation', 'By invitation'],
	['waitlist', 'Waitlist'],
	['closed', 'Closed to new publishers'],
])('joinLimit: availability %s is a limit: %s', (availability, limit) => {
	expect(joinLimit({ availability })).toBe(limit);
});

describe('outbound', () => {
	test('accepts only absolute http and https addresses', () => {
		expect(outbound('https://acme.example/a?b#c')).toBe('https://acme.example/a?b#c');
		expect(outbound('http://acme.example')).toBe('http://acme.example');
		for (const address of ['javascript:alert(1)', '//acme.example', '/a', 'data:,x', 'https://a b.example', '']) {
			expect(outbound(address)).toBeNull();
		}
		expect(outbound(null)).toBeNull();
	});
});

describe('hostOf', () => {
	test('returns a host without www', () => {
		expect(hostOf('https://www.acme.example/join?ref=1')).toBe('acme.example');
	});
});
