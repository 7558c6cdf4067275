/** Opens releases that were current before, for clients that are reading their lists page by page. */
import { LRUCache } from 'lru-cache';
import { ApiError } from '../api/error.ts';
import { FairQueue, TooBusy } from '../api/limits/fair-queue.ts';
import { releaseFolder } from '../release/layout.ts';
import { KEPT_FOR, type ReplacedRelease } from '../release/readable-snapshots.ts';
import { openRelease, type Release } from '../release/release.ts';
import { keptSites } from './kept-sites.ts';
import { ReleaseInUse } from './open-release.ts';

/** The maximum number of earlier releases that are open at once. Each takes a lot of memory. */
export const MOST_OPEN = 3;
/** The limits of the queue in which clients wait for an earlier release. Waiting for an open release needs no place. */
const QUEUE = { atOnce: 1, waiting: 5 };
/** How long a client should wait if the queue is full, in seconds. */
const RETRY = 10;

export class EarlierReleases {
	readonly #out: string;
	/** The open releases by snapshot. When a new one is opened, the least recently used one is closed. */
	readonly #open = new LRUCache<string, ReleaseInUse>({
		max: MOST_OPEN,
		ttl: KEPT_FOR,
		ttlAutopurge: true,
		dispose: (release) => release.retire(),
	});
	readonly #queue = new FairQueue(QUEUE);
	/** The releases that clients are waiting for, by snapshot. */
	readonly #waiting = new Map<string, Promise<void>>();
	#opening = 0;
	#isClosed = false;

	constructor(out: string) {
		this.#out = out;
	}

	/** Returns the release with a snapshot if it is open and still readable. */
	get(snapshot: string): Release | undefined {
		return this.#open.get(snapshot)?.release;
	}

	/** Keeps an open release until a time, in milliseconds since 1970, or until it is closed to make room. */
	keep(inUse: ReleaseInUse, until: number): void {
		const left = Math.ceil(until - Date.now());
		if (left > 0 && !this.#isClosed) this.#open.set(inUse.release.snapshot, inUse, { ttl: left });
		else inUse.retire();
	}

	drop(snapshot: string): void {
		this.#open.delete(snapshot);
	}

	/** Runs `open`, which opens one more release. First closes another one if there are too many. */
	async withRoom<T>(open: () => Promise<T>): Promise<T> {
		while (this.#open.size > 0 && this.#open.size + this.#opening >= MOST_OPEN) this.#open.pop();
		this.#opening++;
		try {
			return await open();
		} finally {
			this.#opening--;
		}
	}

	/**
	 * Opens a release in its turn. If it cannot be opened, `get` does not find it afterwards.
	 *
	 * @param address the address of the client. Clients take turns
	 * @throws ApiError UNAVAILABLE when too many clients wait for other releases
	 */
	open(snapshot: string, replaced: ReplacedRelease, address: string): Promise<void> {
		const known = this.#waiting.get(snapshot);
		if (known !== undefined) return known;
		const client = { address: () => address, isGone: () => this.#isClosed };
		const opening = this.#queue
			.run(client, () => this.#openNow(replaced).catch(() => {}))
			.catch((error) => {
				throw error instanceof TooBusy ? tooBusy() : error;
			})
			.finally(() => this.#waiting.delete(snapshot));
		this.#waiting.set(snapshot, opening);
		return opening;
	}

	async #openNow({ release, until }: ReplacedRelease): Promise<void> {
		const others = await keptSites([]);
		const opened = await this.withRoom(() => openRelease(releaseFolder(this.#out, release)));
		this.keep(new ReleaseInUse(opened, others), until);
	}

	close(): void {
		this.#isClosed = true;
		this.#open.clear();
	}
}

function tooBusy(): ApiError {
	return new ApiError(
		'UNAVAILABLE',
		`The server is opening earlier snapshots for other requests. Try again in ${RETRY} s, or read the current snapshot.`,
		{ retryAfter: RETRY },
	);
}
