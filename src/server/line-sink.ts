import SonicBoom from 'sonic-boom';

/** Lines are gathered up to this many bytes, or half a second, so that a request does not wait for one. */
const GATHERED = 65_536;
const INTERVAL = 500;
/** A line longer than this is written by itself. */
const LONGEST_LINE = 16_384;
/** A character of a string is three bytes of UTF-8 at most. */
const BYTES_PER_CHARACTER = 3;

/** Where the lines of a log go: bytes, gathered, then written in the background, in order. */
export class LineSink {
	readonly #destination = new SonicBoom({ fd: 1, sync: false, contentMode: 'buffer' });
	#gathered = newBuffer();
	#length = 0;

	constructor() {
		// Whoever read standard output has gone; the server goes on without a log.
		this.#destination.on('error', () => {});
		setInterval(() => this.flush(), INTERVAL).unref();
	}

	/** @param line one or more; the last ends in a line feed too */
	write(line: string): void {
		if (line.length > LONGEST_LINE) {
			this.flush();
			this.#hand(Buffer.from(line));
			return;
		}
		if (this.#length + line.length * BYTES_PER_CHARACTER > GATHERED) this.flush();
		this.#length += this.#gathered.write(line, this.#length);
	}

	/** Hands over what is gathered. */
	flush(): void {
		if (this.#length === 0) return;
		this.#hand(this.#gathered.subarray(0, this.#length));
		this.#gathered = newBuffer();
		this.#length = 0;
	}

	#hand(chunk: Buffer): void {
		// Its types know strings only; with `contentMode: 'buffer'` it takes buffers only.
		this.#destination.write(chunk as unknown as string);
	}

	/** Returns when everything is written. */
	flushNow(): void {
		this.flush();
		this.#destination.flushSync();
	}
}

function newBuffer(): Buffer {
	return Buffer.allocUnsafe(GATHERED);
}
