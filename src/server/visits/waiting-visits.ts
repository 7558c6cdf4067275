/** The visits that are not in the state yet, and who counts as one visitor of a program. */

import { hash } from 'node:crypto';
import type { VisitCount } from '../../state/visit-store.ts';

/** The maximum number of visits that wait to be saved. Further ones are not counted. */
const MOST_WAITING = 5000;
/** The maximum number of visits of one IPv4 address or one IPv6 /48 network that wait to be saved. */
const MOST_OF_NETWORK = 10;

export type VisitKind = 'views' | 'clicks';

export interface WaitingVisit {
	readonly kind: VisitKind;
	readonly slug: string;
	/** An IPv4 address or an IPv6 /64 network. */
	readonly visitor: string;
	/** The host that the visitor came from, or `''`. */
	readonly site: string;
}

/** The visits that wait to be saved, at most one of each kind per program and visitor. */
export class WaitingVisits {
	readonly #visits = new Map<string, WaitingVisit>();
	readonly #ofNetwork = new Map<string, number>();

	get size(): number {
		return this.#visits.size;
	}

	/** Adds a visit if there is room, and none of the same kind, program and visitor. Returns whether it was added. */
	add(kind: VisitKind, slug: string, visitor: string, site: () => string): boolean {
		const key = `${kind} ${slug} ${visitor}`;
		const network = networkOf(visitor);
		const ofNetwork = this.#ofNetwork.get(network) ?? 0;
		if (this.size >= MOST_WAITING || ofNetwork >= MOST_OF_NETWORK || this.#visits.has(key)) return false;
		this.#visits.set(key, { kind, slug, visitor, site: site() });
		this.#ofNetwork.set(network, ofNetwork + 1);
		return true;
	}

	all(): Iterable<WaitingVisit> {
		return this.#visits.values();
	}
}

/** The maximum number of counts that wait while the state cannot be written. Further ones are lost. */
const MOST_COUNTS = 20_000;

/** The counts that are not in the state yet, by program, day and site. */
export type UnsavedCounts = Map<string, VisitCount>;

export function addCount(counts: UnsavedCounts, { day, program, site, views, clicks }: VisitCount): void {
	const key = `${program} ${day} ${site}`;
	const known = counts.get(key);
	if (known === undefined && counts.size >= MOST_COUNTS) return;
	counts.set(key, { day, program, site, views: views + (known?.views ?? 0), clicks: clicks + (known?.clicks ?? 0) });
}

/** Returns the /48 network of an IPv6 /64 network, or the IPv4 address itself. */
function networkOf(visitor: string): string {
	return visitor.includes(':') ? visitor.split(':', 3).join(':') : visitor;
}

/** Returns a whole number below 2 ** 52, the same for all visits that count only once. */
export function hashOf({ kind, slug, visitor }: Omit<WaitingVisit, 'site'>, salt: string): number {
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
