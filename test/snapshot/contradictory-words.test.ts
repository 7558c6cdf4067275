import { expect, test } from 'vitest';
import { contradictoryWords } from '../../src/snapshot/record-rules.ts';
import { made } from './made.ts';

/** The warnings about the cookie of a program with a cookie of 30 days and these fields. */
function warnings(fields: object) {
	return contradictoryWords(made('programs', { cookie_days: 30, ...fields }))
		.filter(({ column }) => column === 'cookie_days')
		.map(({ value, rule }) => `${value}: ${rule}`);
}

test.each([
	['Benefits: 90-day cookie window, and more.', '90-day cookie'],
	['You get 60 days of cookie.', '60 days of cookie'],
	['The cookie lasts 45 days.', 'cookie lasts 45 days'],
])('a cookie duration that contradicts the text %j is found', (long_description, words) => {
	expect(warnings({ long_description })).toEqual([`30: what the program’s words say (“${words}”)`]);
});

test.each([
	['the same duration', { long_description: 'A 30-day cookie.' }],
	[
		'the same duration among others',
		{ long_description: 'A 90-day cookie for agencies, and a 30-day cookie for others.' },
	],
	[
		'the duration of something else',
		{ long_description: 'A cookie-free tool with a 14-day trial and cookies. Paid after 60 days.' },
	],
	['an unknown column', { cookie_days: null, long_description: 'A 90-day cookie.' }],
])('%s is no contradiction', (_, fields) => {
	expect(warnings(fields)).toEqual([]);
});
