import { hash } from 'node:crypto';
import { addressGroup } from '../../api/limits/address.ts';
import type { ViewCount } from '../../state/view-store.ts';

/** The maximum number of views and clicks that wait to be saved. Further ones are not counted. */
const MOST_WAITING = 5000;
/** The maximum number of views and clicks of one IPv4 address or one IPv6 /48 network that wait to be saved. */
const MOST_OF_NETWORK = 10;

export type ViewKind = 'views' | 'clicks';

/** A view or click that waits to be saved. */
export interface WaitingView {
	readonly kind: ViewKind;
	readonly slug: string;
	/** An IPv4 address or an IPv6 /64 network. */
	readonly visitor: string;
	/** The host that the visitor came from, or `''`. */
	readonly site: string;
}

/** The views and clicks that wait to be saved, at most one of each per program and visitor. */
export class WaitingViews {
	/** The sites that visitors came from, by kind, slug and visitor. */
	readonly #sites = { views: new Map<string, Map<string, string>>(), clicks: new Map<string, Map<string, string>>() };
	/** The number of waiting views and clicks of each network. */
	readonly #ofNetwork = new Map<string, number>();
	#size = 0;

	get size(): number {
		return this.#size;
	}

	/** Whether there is room for a view, and none of the same kind, program and visitor. */
	takes(kind: ViewKind, slug: string, visitor: string): boolean {
		if (this.#size >= MOST_WAITING || this.#sites[kind].get(slug)?.has(visitor)) return false;
		return (this.#ofNetwork.get(networkOf(visitor)) ?? 0) < MOST_OF_NETWORK;
	}

	/** Adds a view that `takes` has room for. */
	add({ kind, slug, visitor, site }: WaitingView): void {
		const ofKind = this.#sites[kind];
		const visitors = ofKind.get(slug);
		if (visitors === undefined) ofKind.set(slug, new Map([[visitor, site]]));
		else visitors.set(visitor, site);
		const network = networkOf(visitor);
		this.#ofNetwork.set(network, (this.#ofNetwork.get(network) ?? 0) + 1);
		this.#size++;
	}

	/** Adds the views of which there is none yet, as far as there is room. */
	addAll(others: WaitingViews): void {
		for (const view of others.all()) if (this.takes(view.kind, view.slug, view.visitor)) this.add(view);
	}

	*all(): Generator<WaitingView> {
		for (const kind of ['views', 'clicks'] as const) {
			for (const [slug, visitors] of this.#sites[kind]) {
				for (const [visitor, site] of visitors) yield { kind, slug, visitor, site };
			}
		}
	}
}

/** The maximum number of counts that wait while the state cannot be written. Further ones are lost. */
const MOST_COUNTS = 20_000;

/** The counts that are not in the state yet, by program, day and site. */
export class UnsavedCounts {
	readonly #counts = new Map<string, ViewCount>();

	get size(): number {
		return this.#counts.size;
	}

	add({ day, program, site, views, clicks }: ViewCount): void {
		const key = `${program} ${day} ${site}`;
		const known = this.#counts.get(key);
		if (known === undefined && this.#counts.size >= MOST_COUNTS) return;
		const sum = { views: views + (known?.views ?? 0), clicks: clicks + (known?.clicks ?? 0) };
		this.#counts.set(key, { day, program, site, ...sum });
	}

	addAll(others: UnsavedCounts): void {
		for (const count of others.all()) this.add(count);
	}

	all(): ViewCount[] {
		return [...this.#counts.values()];
	}
}

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
