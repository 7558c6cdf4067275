/** Who counts as one visitor of a program. */
import { hash } from 'node:crypto';
import { addressGroup } from '../../api/limits/address.ts';

/** Returns the visitor with an IP address: an IPv4 address or an IPv6 /64 network. */
export function visitorOf(address: string): string {
	return address.includes(':') ? addressGroup(address) : address;
}

/** Returns the /48 network of an IPv6 /64 network, or the IPv4 address itself. */
export function networkOf(visitor: string): string {
	return visitor.includes(':') ? visitor.split(':', 3).join(':') : visitor;
}

interface CountedOnce {
	readonly kind: string;
	readonly slug: string;
	readonly visitor: string;
}

/** Returns a whole number below 2 ** 52, the same for all views and clicks that count only once. */
export function hashOf({ kind, slug, visitor }: CountedOnce, salt: string): number {
	const digest = hash('sha256', `${salt} ${kind} ${slug} ${placeOf(visitor, salt)}`);
	return Number.parseInt(digest.slice(0, 13), 16);
}

/** The number of places that the 65,536 /64 networks of an IPv6 /48 network share. */
const PLACES = 16;

/**
 * Returns what counts as one visitor: an IPv4 address, or the place of an IPv6 /64 network in its /48 network. Anyone can
 * get a whole /48 network for free, so such a network counts at most `PLACES` times.
 */
function placeOf(visitor: string, salt: string): string {
	const network = networkOf(visitor);
	if (network === visitor) return visitor;
	return `${network} ${Number.parseInt(hash('sha256', `${salt} ${visitor}`).slice(0, 8), 16) % PLACES}`;
}
