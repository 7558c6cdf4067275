import type { List } from './list.ts';
import type { Change } from './types.ts';

/** How many times to try to read the changes if newer data keeps being published. */
const ATTEMPTS = 5;

/**
 * The changes since a snapshot, in order: `for await` reads them. They all lead to the same newer snapshot.
 *
 * @throws ApiError with the code `SNAPSHOT_GONE` if your copy is too old. Make a new copy from the exported files
 */
export class Sync implements AsyncIterable<Change> {
	/** The snapshot that your copy has: the newer one once the loop has finished. Keep it for the next sync. */
	snapshot: string;
	readonly #list: List<Change>;

	constructor(since: string, list: List<Change>) {
		this.snapshot = since;
		this.#list = list;
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<Change, void> {
		for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
			const pages = [];
			for await (const page of this.#list.pages()) pages.push(page);
			const { snapshot } = pages[0]!;
			// After newer data is published, the pages can belong to different lists.
			if (pages.some((page) => page.snapshot !== snapshot)) continue;
			for (const { data } of pages) yield* data;
			this.snapshot = snapshot;
			return;
		}
		throw new Error('Newer data was published again and again while the changes were read. Try again later.');
	}
}
