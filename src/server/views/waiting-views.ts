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
	#size = 0;

	get size(): number {
		return this.#size;
	}

	has(kind: ViewKind, slug: string, visitor: string): boolean {
		return this.#sites[kind].get(slug)?.has(visitor) === true;
	}

	/** Adds a view, unless there is one of the same kind, program and visitor. */
	add({ kind, slug, visitor, site }: WaitingView): void {
		const ofKind = this.#sites[kind];
		const visitors = ofKind.get(slug);
		if (visitors === undefined) ofKind.set(slug, new Map([[visitor, site]]));
		else if (visitors.has(visitor)) return;
		else visitors.set(visitor, site);
		this.#size++;
	}

	*all(): Generator<WaitingView> {
		for (const kind of ['views', 'clicks'] as const) {
			for (const [slug, visitors] of this.#sites[kind]) {
				for (const [visitor, site] of visitors) yield { kind, slug, visitor, site };
			}
		}
	}
}
