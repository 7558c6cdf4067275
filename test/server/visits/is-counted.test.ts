import { describe, expect, test } from 'vitest';
import { hostOfReferrer, isVisit } from '../../../src/server/visits/is-counted.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const VISIT = { 'user-agent': FIREFOX, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

function headers(more: { readonly [name: string]: string | undefined } = {}) {
	const all: { readonly [name: string]: string | undefined } = { ...VISIT, 'sec-fetch-site': 'same-origin', ...more };
	return (name: string) => all[name];
}

describe('A visit', () => {
	test.each([
		['a browser that opens a page', {}, true],
		['a browser that comes from another site', { 'sec-fetch-site': 'cross-site' }, true],
		['software that does not say what the page is for', { 'sec-fetch-mode': undefined }, false],
		['a frame', { 'sec-fetch-dest': 'iframe' }, false],
		['an image', { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }, false],
		['a script', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }, false],
		['a page that is loaded in advance', { 'sec-purpose': 'prefetch;prerender' }, false],
		['an older browser that loads a page in advance', { purpose: 'prefetch' }, false],
		['a visitor who asks not to be tracked', { dnt: '1' }, false],
		['a visitor who allows tracking', { dnt: '0' }, true],
		['a visitor with Global Privacy Control', { 'sec-gpc': '1' }, false],
		['no user agent', { 'user-agent': undefined }, false],
		[
			'a search engine',
			{ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
			false,
		],
		['a browser without a window', { 'user-agent': `${FIREFOX} HeadlessChrome/140.0` }, false],
		['a preview for a chat', { 'user-agent': 'facebookexternalhit/1.1' }, false],
		['a library', { 'user-agent': 'python-requests/2.32' }, false],
		['a phone by Cubot', { 'user-agent': 'Mozilla/5.0 (Linux; Android 14; CUBOT X90) Chrome/140.0 Mobile' }, true],
	])('by %s', (_, more, isCounted) => {
		expect(isVisit(headers(more))).toBe(isCounted);
	});
});

test.each([
	[undefined, ''],
	['', ''],
	['https://www.news.example/a?q=secret#b', 'news.example'],
	['http://user:password@Söhne.example:8080/', 'xn--shne-5qa.example'],
	['android-app://com.google.android.gm', ''],
	['javascript:alert(1)', ''],
	['not an address', ''],
	[`https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/`, ''],
	[`https://news.example/${'a'.repeat(2000)}`, ''],
])('The site of the referrer %j is %j', (referrer, host) => {
	expect(hostOfReferrer(referrer)).toBe(host);
});
