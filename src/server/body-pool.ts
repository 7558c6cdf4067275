/** Larger bodies are rare. */
const LENGTH = 65_536;
/** More are not kept than answers that are under way at once. */
const MOST_KEPT = 64;

/**
 * Memory for bodies that are put together for one answer, used again when the answer is sent. Fresh memory for each would
 * cost more than filling it: it lies outside every cache of the processor, and a collector has to find it afterwards.
 */
export class BodyPool {
	readonly #free: Buffer[] = [];
	readonly #own = new WeakSet<ArrayBufferLike>();

	/** Memory for a body; what it holds is undefined. */
	take(length: number): Buffer {
		if (length > LENGTH) return Buffer.allocUnsafe(length);
		return (this.#free.pop() ?? this.#make()).subarray(0, length);
	}

	#make(): Buffer {
		const memory = Buffer.allocUnsafeSlow(LENGTH);
		this.#own.add(memory.buffer);
		return memory;
	}

	/** Takes back what `take` gave out. Anything else is left alone. */
	giveBack(body: Buffer): void {
		if (this.#own.has(body.buffer) && this.#free.length < MOST_KEPT) {
			this.#free.push(Buffer.from(body.buffer, 0, LENGTH));
		}
	}
}
