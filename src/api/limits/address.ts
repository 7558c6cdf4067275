/** The IP addresses of clients, for limits and histories. */
import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { TrustProxy } from '../../config/defaults.ts';

/** Finds a client's address, from the address of its connection and the `X-Forwarded-For` header. */
export type ReadAddress = (remote: string | undefined, forwardedFor: () => string | undefined) => string;

/**
 * Makes a function that finds a client's address. Each proxy appends the address of its own client to the header, so
 * the function reads the header from right to left and stops at the first address that is not a trusted proxy's.
 */
export function addressReader(trust: TrustProxy): ReadAddress {
	if (trust === 0) return (remote) => plain(remote ?? '');
	const isTrusted = typeof trust === 'number' ? (_: string, hop: number) => hop < trust : memberOf(trust);
	return (remote, forwardedFor) => {
		const chain = [...(forwardedFor() ?? '').split(',').map((part) => part.trim()), remote ?? ''].map(plain);
		let hop = 0;
		for (let i = chain.length - 1; i > 0; i--) {
			// Proxies write only IP addresses. If the entry to the left is not an IP address, no proxy wrote that
			// entry, so this address is the client's.
			if (!isTrusted(chain[i]!, hop++) || isIP(chain[i - 1]!) === 0) return chain[i]!;
		}
		return chain[0]!;
	};
}

/** Returns a function that tells whether the address of a connection belongs to a trusted proxy. */
export function proxyTest(trust: TrustProxy): (address: string) => boolean {
	return typeof trust === 'number' ? () => trust > 0 : memberOf(trust);
}

/**
 * Returns the group that limits count as one client: an IPv4 address itself, or the /64 network of an IPv6 address. One
 * customer of an internet provider usually has a whole /64 network.
 */
export function addressGroup(address: string): string {
	return isIP(address) === 6 ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
}

/**
 * Returns the network of an address: an IPv4 address itself, or the /48 network of an IPv6 address. Some providers give
 * their customers this many addresses.
 */
export function networkOf(address: string): string {
	return isIP(address) === 6 ? `${groupsOf(address).slice(0, 3).join(':')}::/48` : address;
}

/** Returns the groups that an address belongs to, from the largest to the address itself. */
export function networksOf(address: string): readonly string[] {
	return [...new Set([networkOf(address), addressGroup(address), address])];
}

/**
 * Returns the first three parts of an IP address, such as `192.0.2.x`, or `''` if the address is invalid. People can
 * recognize their own address, but the three parts do not identify anyone.
 */
export function shortAddress(address: string): string {
	if (isIP(address) === 4) return `${address.split('.').slice(0, 3).join('.')}.x`;
	return isIP(address) === 6 ? `${groupsOf(address).slice(0, 3).join(':')}::x` : '';
}

/** Removes the port that some proxies add, and extracts an IPv4 address that is embedded in an IPv6 address. */
function plain(address: string): string {
	// Most addresses are plain IPv4 addresses.
	if (!address.includes(':')) return address;
	const bare = address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
	return bare.replace(/^::ffff:(?=\d+(?:\.\d+){3}$)/i, '').toLowerCase();
}

/** Returns the eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
	// Node accepts zones that the library does not, such as that of `fe80::1%br-lan`.
	return ipaddr.IPv6.parse(address.replace(/%.*/, '')).parts.map((group) => group.toString(16));
}

function memberOf(networks: readonly string[]): (address: string) => boolean {
	const list = new BlockList();
	for (const network of networks) {
		const [address, bits] = network.split('/') as [string, string?];
		const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
		if (bits === undefined) list.addAddress(address, family);
		else list.addSubnet(address, Number(bits), family);
	}
	return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
