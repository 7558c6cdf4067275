/** The size of the filter in bits. With two million hashes, it takes one in 500 others for known. */
const BITS = 2 ** 25;
/** How many bits each hash sets. */
const BITS_PER_HASH = 4;

/** Remembers millions of hashes in 4 MB, as a Bloom filter. It may take a new hash for known, but never the reverse. */
export class SeenHashes {
	readonly #bits = new Uint8Array(BITS / 8);

	/** @param hash a whole number below 2 ** 52 */
	has(hash: number): boolean {
		const { first, step } = halvesOf(hash);
		for (let i = 0; i < BITS_PER_HASH; i++) {
			const bit = (first + i * step) % BITS;
			if ((this.#bits[bit >> 3]! & (1 << (bit & 7))) === 0) return false;
		}
		return true;
	}

	/** @param hash a whole number below 2 ** 52 */
	add(hash: number): void {
		const { first, step } = halvesOf(hash);
		for (let i = 0; i < BITS_PER_HASH; i++) {
			const bit = (first + i * step) % BITS;
			this.#bits[bit >> 3]! |= 1 << (bit & 7);
		}
	}
}

/** Two numbers are enough for all bits: https://www.eecs.harvard.edu/~michaelm/postscripts/rsa2008.pdf */
function halvesOf(hash: number): { readonly first: number; readonly step: number } {
	// An even step would visit only some of the bits.
	return { first: hash % 2 ** 26, step: Math.floor(hash / 2 ** 26) | 1 };
}
