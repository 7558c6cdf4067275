/**
 * Random numbers that are the same for the same seed, everywhere and always: sfc32, which is small, fast and passes the
 * usual batteries of statistical tests (PractRand, TestU01). Not for secrets.
 */
export class Random {
	#a: number;
	#b: number;
	#c: number;
	#counter = 1;

	/**
	 * @param seed a whole number from 0 to 2^53 - 1; every bit of it counts
	 * @param stream what the numbers are for: each stream of a seed is independent of the others
	 */
	constructor(seed: number, stream: string) {
		this.#a = seed >>> 0;
		this.#b = Math.floor(seed / 2 ** 32);
		this.#c = 0;
		for (const letter of stream) this.#c = (Math.imul(this.#c, 31) + (letter.codePointAt(0) as number)) | 0;
		// Seeds differ in few bits; that many rounds spread the difference over the whole state.
		for (let round = 0; round < 15; round++) this.fraction();
	}

	/** From 0 up to, not including, 1, in steps of 2^-32. */
	fraction(): number {
		const sum = (this.#a + this.#b + this.#counter++) | 0;
		this.#a = this.#b ^ (this.#b >>> 9);
		this.#b = (this.#c + (this.#c << 3)) | 0;
		this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
		return (sum >>> 0) / 2 ** 32;
	}

	/** A whole number from `least` to `most`, both included. */
	between(least: number, most: number): number {
		return least + Math.floor(this.fraction() * (most - least + 1));
	}

	/** True with this probability. */
	chance(probability: number): boolean {
		return this.fraction() < probability;
	}

	/** One of a list that is not empty. */
	pick<T>(items: readonly T[]): T {
		return items[this.between(0, items.length - 1)] as T;
	}

	/** From the normal distribution with mean 0 and standard deviation 1. */
	normal(): number {
		// Box-Muller; 1 - fraction() is never 0, whose logarithm is not a number.
		return Math.sqrt(-2 * Math.log(1 - this.fraction())) * Math.cos(2 * Math.PI * this.fraction());
	}
}
