import { describe, expect, test } from 'vitest';
import { isSameOrigin } from '../../src/accounts/form-tokens.ts';

const SITE = 'https://directory.example';

describe('isSameOrigin', () => {
	test.each([
		[{ 'sec-fetch-site': 'same-origin', origin: SITE }],
		[{ 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:4321' }],
		[{ origin: SITE }],
	])('accepts a form of this site: %j', (headers) => {
		expect(isSameOrigin(new Headers(headers), SITE)).toBe(true);
	});

	// (ASVS 3.5.1)
	test.each([
		[{}],
		[{ 'sec-fetch-site': 'cross-site', origin: SITE }],
		[{ 'sec-fetch-site': 'same-site', origin: 'https://other.directory.example' }],
		[{ 'sec-fetch-site': 'none' }],
		[{ origin: 'null' }],
		[{ origin: 'https://directory.example.evil.example' }],
		[{ origin: 'http://directory.example' }],
		[{ referer: `${SITE}/account/` }],
	])('refuses a form of another site: %j', (headers) => {
		expect(isSameOrigin(new Headers(headers as Record<string, string>), SITE)).toBe(false);
	});
});
