/** Addresses of clients: who asks, as far as a limit or a history needs to know. */
import { BlockList, isIP } from 'node:net';

/**
 * Whom to believe what `X-Forwarded-For` says: that many proxies in front of the server, or proxies with these addresses
 * or networks. 0 for nobody.
 */
export type TrustProxy = number | readonly string[];

/** The address of a client, from that of its connection and the header `X-Forwarded-For`. */
export type ReadAddress = (remote: string | undefined, forwardedFor: () => string | undefined) => string;

/** Each proxy adds to the right of the header whom it was asked by: so the way back leads from right to left. */
export function addressReader(trust: TrustProxy): ReadAddress {
	if (trust === 0) return (remote) => plain(remote ?? '');
	const isTrusted = typeof trust === 'number' ? (_: string, hop: number) => hop < trust : memberOf(trust);
	return (remote, forwardedFor) => {
		const chain = [...(forwardedFor() ?? '').split(',').map((part) => part.trim()), remote ?? ''].map(plain);
		let hop = 0;
		for (let i = chain.length - 1; i > 0; i--) {
			// What is no address was not written by a proxy; whoever sent it is as far as can be told.
			if (!isTrusted(chain[i]!, hop++) || isIP(chain[i - 1]!) === 0) return chain[i]!;
		}
		return chain[0]!;
	};
}

/** Tells whether the address of a connection is that of a trusted proxy. */
export function proxyTest(trust: TrustProxy): (address: string) => boolean {
	return typeof trust === 'number' ? () => trust > 0 : memberOf(trust);
}

/** What limits count by: an IPv4 address, or the network of 64 bits that one subscriber of IPv6 has. */
export function addressGroup(address: string): string {
	return isIP(address) === 6 ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
}

/** An address without its last part: enough to tell a stranger's from one's own, too little to be a person's. */
export function shortAddress(address: string): string {
	if (isIP(address) === 4) return `${address.split('.').slice(0, 3).join('.')}.x`;
	return isIP(address) === 6 ? `${groupsOf(address).slice(0, 3).join(':')}::x` : '';
}

/** Without the port that some proxies add, and an IPv4 address as itself where IPv6 carries it. */
function plain(address: string): string {
	const bare = address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
	return bare.replace(/^::ffff:(?=\d+(?:\.\d+){3}$)/i, '').toLowerCase();
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
	const [head, tail] = address.replace(/%.*/, '').split('::') as [string, string?];
	const [left, right] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]];
	const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
	return [...left, ...Array<string>(missing).fill('0'), ...right].map((group) => group.replace(/^0+(?=.)/, ''));
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
