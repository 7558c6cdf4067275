import { describe, expect, test } from 'vitest';
import { INTERNET, isPublic } from '../../../src/shared/web/network.ts';

describe('An address is public', () => {
	test.each([
		['IPv4', '1.1.1.1'],
		['IPv4', '93.184.216.34'],
		['next to a private network', '172.15.255.255'],
		['next to shared addresses', '100.128.0.0'],
		['IPv6', '2606:4700:4700::1111'],
	])('%s: %s', (_, address) => {
		expect(isPublic(address)).toBe(true);
	});
});

describe('An address is not public', () => {
	test.each([
		['this network', '0.0.0.0'],
		['loopback', '127.0.0.1'],
		['private', '10.0.0.1'],
		['private', '172.16.0.1'],
		['private', '192.168.1.1'],
		['link-local, used for the metadata of clouds', '169.254.169.254'],
		['shared by customers of a provider', '100.64.0.1'],
		['protocol assignments', '192.0.0.1'],
		['documentation', '192.0.2.1'],
		['benchmarks', '198.18.0.1'],
		['multicast', '224.0.0.1'],
		['reserved', '240.0.0.1'],
		['broadcast', '255.255.255.255'],
		['unspecified', '::'],
		['loopback', '::1'],
		['IPv4-mapped', '::ffff:127.0.0.1'],
		['IPv4-mapped, also of a public address', '::ffff:1.1.1.1'],
		['NAT64', '64:ff9b::7f00:1'],
		['6to4', '2002:7f00:1::'],
		['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
		['link-local', 'fe80::1'],
		['link-local with a zone', 'fe80::1%eth0'],
		['site-local', 'fec0::1'],
		['unique local', 'fc00::1'],
		['multicast', 'ff02::1'],
		['documentation', '2001:db8::1'],
		['not assigned', '4000::1'],
		['not an address', 'localhost'],
		['not an address', ''],
	])('%s: %s', (_, address) => {
		expect(isPublic(address)).toBe(false);
	});
});

describe('On the internet', () => {
	test.each([80, 443])('port %i is allowed', (port) => {
		expect(INTERNET.isAllowed('1.1.1.1', port)).toBe(true);
		expect(INTERNET.isAllowed('127.0.0.1', port)).toBe(false);
	});

	test.each([0, 22, 25, 8080, 6379])('port %i is not allowed', (port) => {
		expect(INTERNET.isAllowed('1.1.1.1', port)).toBe(false);
	});

	test('an address is looked up as itself', async () => {
		expect(await INTERNET.resolve('127.0.0.1')).toEqual([{ address: '127.0.0.1', family: 4 }]);
		expect(await INTERNET.resolve('::1')).toEqual([{ address: '::1', family: 6 }]);
	});
});
