import { describe, expect, test } from 'vitest';
import { hostOf, outbound } from '../../../src/website/format/links.ts';

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
