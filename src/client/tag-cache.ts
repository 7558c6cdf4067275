interface Entry {
	readonly tag: string;
	readonly text: string;
}

/** Caches response bodies and their entity tags by address. Drops the least recently used bodies when it is full. */
export class TagCache {
	readonly #entries = new Map<string, Entry>();
	readonly #most: number;
	#size = 0;

	/** @param most the maximum length of all bodies together, in characters */
	constructor(most: number) {
		this.#most = most;
	}

	get(url: string): Entry | undefined {
		return this.#entries.get(url);
	}

	/** Caches a body that was just received or used, if it has a tag and is not too long for the cache. */
	set(url: string, tag: string | null, text: string): void {
		this.#drop(url);
		if (tag === null || text.length > this.#most) return;
		this.#entries.set(url, { tag, text });
		this.#size += text.length;
		for (const oldest of this.#entries.keys()) {
			if (this.#size <= this.#most) break;
			this.#drop(oldest);
		}
	}

	#drop(url: string): void {
		this.#size -= this.#entries.get(url)?.text.length ?? 0;
		this.#entries.delete(url);
	}
}
