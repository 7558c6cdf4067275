import type { Release } from '../release/release.ts';
import type { KeptSites } from './kept-sites.ts';

/** An open release. After `retire`, it is closed as soon as nothing uses it. */
export class ReleaseInUse {
	readonly release: Release;
	readonly others: KeptSites;
	#users = 0;
	#retired = false;

	constructor(release: Release, others: KeptSites) {
		this.release = release;
		this.others = others;
	}

	async during<T>(work: (release: Release) => Promise<T>): Promise<T> {
		this.#users++;
		try {
			return await work(this.release);
		} finally {
			this.#users--;
			this.#closeWhenDone();
		}
	}

	retire(): void {
		this.#retired = true;
		this.#closeWhenDone();
	}

	#closeWhenDone(): void {
		if (!this.#retired || this.#users > 0) return;
		this.release.close();
		this.others.close();
	}
}
