import type { ViewCount } from '../../state/view-store.ts';

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
