import { networkOf } from './visitor.ts';

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
