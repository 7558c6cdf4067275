/**
 * Generates random numbers that are always the same for the same seed and stream, on every machine. The generator is
 * sfc32, which is small, fast and passes the usual statistical tests (PractRand, TestU01). Do not use it for secrets.
 */
export class Random {
	#a: number;
	#b: number;
	#c: number;
	#counter = 1;

	/**
	 * @param seed a whole number from 0 to 2^53 - 1
	 * @param stream names the purpose of the numbers. Different streams with the same seed are independent of each
	 *   other.
	 */
	constructor(seed: number, stream: string) {
		this.#a = seed >>> 0;
		this.#b = Math.floor(seed / 2 ** 32);
		this.#c = 0;
		for (const letter of stream) this.#c = (Math.imul(this.#c, 31) + (letter.codePointAt(0) as number)) | 0;
		// Seeds can differ in only a few bits. These rounds spread the difference over the whole state.
		for (let round = 0; round < 15; round++) this.fraction();
	}

	/** Returns a random number from 0 (inclusive) to 1 (exclusive), in steps of 2^-32. */
	fraction(): number {
		const sum = (this.#a + this.#b + this.#counter++) | 0;
		this.#a = this.#b ^ (this.#b >>> 9);
		this.#b = (this.#c + (this.#c << 3)) | 0;
		this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
		return (sum >>> 0) / 2 ** 32;
	}

	/** Returns a random whole number from `least` to `most` (both inclusive). */
	between(least: number, most: number): number {
		return least + Math.floor(this.fraction() * (most - least + 1));
	}

	chance(probability: number): boolean {
		return this.fraction() < probability;
	}

	/** Returns a random item from a non-empty list. */
	pick<T>(items: readonly T[]): T {
		return items[this.between(0, items.length - 1)] as T;
	}

	/** Returns a random number from the normal distribution with mean 0 and standard deviation 1. */
	normal(): number {
		// The Box-Muller transform. 1 - fraction() is never 0, so its logarithm exists.
		return Math.sqrt(-2 * Math.log(1 - this.fraction())) * Math.cos(2 * Math.PI * this.fraction());
	}
}
