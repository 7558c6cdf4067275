import type { Change } from './api.ts';
import type { List } from './list.ts';

/** How many times to try to read the changes if newer data keeps being published. */
const ATTEMPTS = 5;

/**
 * The changes since a snapshot, in order. Read the changes with `for await`. After you have applied all of them, your
 * copy matches a newer snapshot.
 *
 * @throws ApiError with the code `SNAPSHOT_GONE` if your copy is too old. Make a new copy from the exported files.
 */
export class Sync implements AsyncIterable<Change> {
	/** The ID of your copy's snapshot. After the loop, the ID of the newer snapshot. Keep that ID for the next sync. */
	snapshot: string;
	readonly #list: List<Change>;

	/** @internal */
	constructor(since: string, list: List<Change>) {
		this.snapshot = since;
		this.#list = list;
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<Change, void> {
		for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
			const pages = [];
			for await (const page of this.#list.pages()) pages.push(page);
			const { snapshot } = pages[0]!;
			// If newer data was published while the pages were read, the pages can belong to different lists of changes.
			if (pages.some((page) => page.snapshot !== snapshot)) continue;
			for (const { data } of pages) yield* data;
			this.snapshot = snapshot;
			return;
		}
		throw new Error('Newer data was published again and again while the changes were read. Try again later.');
	}
}
