/** How many numbers share a part. */
const PART = 2 ** 16;

/** A set of whole numbers. It needs about a byte for each number if most numbers are close together. */
export class NumberSet {
	readonly #parts = new Map<number, Uint8Array>();

	add(number: number): void {
		const place = Math.floor(number / PART);
		const part = this.#parts.get(place) ?? new Uint8Array(PART);
		part[number % PART] = 1;
		this.#parts.set(place, part);
	}

	has(number: number): boolean {
		return this.#parts.get(Math.floor(number / PART))?.[number % PART] === 1;
	}
}
