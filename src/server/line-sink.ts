import SonicBoom from 'sonic-boom';

/** Lines are gathered up to this many characters, or half a second, so that a request does not wait for one. */
const GATHERED = 65_536;
const INTERVAL = 500;

/** Where the lines of a log go: gathered, then written in the background, in order. */
export class LineSink {
	readonly #destination = new SonicBoom({ fd: 1, sync: false, contentMode: 'buffer' });
	#gathered = '';

	constructor() {
		// Whoever read standard output has gone; the server goes on without a log.
		this.#destination.on('error', () => {});
		setInterval(() => this.flush(), INTERVAL).unref();
	}

	/** @param line one or more; the last ends in a line feed too */
	write(line: string): void {
		this.#gathered += line;
		if (this.#gathered.length > GATHERED) this.flush();
	}

	/** Hands over what is gathered. */
	flush(): void {
		if (this.#gathered === '') return;
		// Its types know strings only; with `contentMode: 'buffer'` it takes buffers only.
		this.#destination.write(Buffer.from(this.#gathered) as unknown as string);
		this.#gathered = '';
	}

	/** Returns when everything is written. */
	flushNow(): void {
		this.flush();
		this.#destination.flushSync();
	}
}
