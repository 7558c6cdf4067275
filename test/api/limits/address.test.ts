import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressGroup, addressReader, shortAddress } from '../../../src/api/limits/address.ts';
import type { TrustProxy } from '../../../src/config/defaults.ts';

const read = (trust: TrustProxy, remote: string, forwardedFor?: string) =>
	addressReader(trust)(remote, () => forwardedFor);

describe('addressReader', () => {
	test.each<[TrustProxy, string, string | undefined, string]>([
		[0, '198.51.100.1', '203.0.113.7', '198.51.100.1'],
		[0, '::ffff:198.51.100.1', undefined, '198.51.100.1'],
		[1, '127.0.0.1', '203.0.113.7', '203.0.113.7'],
		[1, '127.0.0.1', '6.6.6.6, 203.0.113.7', '203.0.113.7'],
		[2, '127.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.1', '203.0.113.7'],
		[5, '127.0.0.1', '203.0.113.7, 10.0.0.1', '203.0.113.7'],
		[1, '127.0.0.1', undefined, '127.0.0.1'],
		[1, '127.0.0.1', 'unknown', '127.0.0.1'],
		[1, '127.0.0.1', '203.0.113.7:5555', '203.0.113.7'],
		[1, '127.0.0.1', '[2001:DB8::1]:5555', '2001:db8::1'],
		[['127.0.0.1', '10.0.0.0/8'], '127.0.0.1', '6.6.6.6, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
		[['127.0.0.1', '10.0.0.0/8'], '198.51.100.1', '203.0.113.7', '198.51.100.1'],
		[['10.0.0.0/8'], '10.1.1.1', '10.2.2.2', '10.2.2.2'],
		[['2001:db8::/32'], '2001:db8::5', '203.0.113.7', '203.0.113.7'],
	])('trusting %j, %s with %j is %s', (trust, remote, forwardedFor, expected) => {
		expect(read(trust, remote, forwardedFor)).toBe(expected);
	});

	test('addresses that a client adds on the left never change the result', () => {
		fc.assert(
			fc.property(fc.string(), fc.constantFrom<TrustProxy>(1, ['127.0.0.1']), (lie, trust) => {
				expect(read(trust, '127.0.0.1', `${lie}, 203.0.113.7`)).toBe('203.0.113.7');
			}),
		);
	});
});

describe('addressGroup', () => {
	test('groups the addresses of one IPv6 subscriber', () => {
		expect(addressGroup('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
		expect(addressGroup('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64');
		expect(addressGroup('2001:0db8:0001:0002:a::')).toBe('2001:db8:1:2::/64');
		expect(addressGroup('::1')).toBe('0:0:0:0::/64');
		expect(addressGroup('fe80::1%br-lan.100')).toBe('fe80:0:0:0::/64');
		expect(addressGroup('203.0.113.7')).toBe('203.0.113.7');
	});
});

describe('shortAddress', () => {
	test('removes the last part', () => {
		expect(['203.0.113.7', '2001:db8::1', 'unknown'].map(shortAddress)).toEqual(['203.0.113.x', '2001:db8:0::x', '']);
	});
});
