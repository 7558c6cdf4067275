import ipaddr from 'ipaddr.js';

/** The addresses that are assigned to public IPv6 networks (RFC 4291, 2.4). */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to the public internet. Private, local, reserved and documentation addresses do not
 * belong to it. IPv6 addresses that contain an IPv4 address do not either.
 */
export function isPublic(address: string): boolean {
	if (!ipaddr.isValid(address)) return false;
	const parsed = ipaddr.parse(address);
	if (parsed instanceof ipaddr.IPv6 && !parsed.match(PUBLIC_IPV6)) return false;
	return parsed.range() === 'unicast';
}
