import { createWriteStream, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** Collected lines are written when they have this many characters in total, and also every half second. */
const MOST_COLLECTED = 65_536;
const INTERVAL = 500;

/** The maximum number of bytes to keep while the reader of the log has stalled. Further lines are dropped. */
const MOST_WAITING = 16 * 2 ** 20;
/** How long an ending process waits for a stalled reader, in milliseconds. */
const LAST_WAIT = 1000;

/**
 * Collects log lines and writes them in the background, in order, so that requests do not wait. SonicBoom does the same
 * for pino, but takes twice as long, and its `flushSync` never returns if the reader has gone or the disk is full.
 */
export class LineSink {
	readonly #output = openOutput();
	#collected = '';
	/** The number of lines that were dropped since the reader last caught up. */
	#dropped = 0;
	#droppedSoFar = 0;

	constructor() {
		// An error means that nothing reads standard output any more. The server continues without a log.
		this.#output.on('error', () => {});
		setInterval(() => this.flush(), INTERVAL).unref();
		process.on('exit', () => this.#writeLast());
	}

	get dropped(): number {
		return this.#droppedSoFar;
	}

	/** @param line one or more lines, each ending in a line feed */
	write(line: string): void {
		this.#collected += line;
		if (this.#collected.length >= MOST_COLLECTED) this.flush();
	}

	/** Starts to write the collected lines, or drops them if the reader has stalled. */
	flush(): void {
		const lines = this.#collected;
		this.#collected = '';
		const waiting = this.#output.writableLength;
		if (waiting > (this.#dropped > 0 ? 0 : MOST_WAITING)) {
			const dropped = lines.split('\n').length - 1;
			this.#dropped += dropped;
			this.#droppedSoFar += dropped;
			return;
		}
		if (this.#dropped > 0) this.#output.write(droppedLine(this.#dropped));
		this.#dropped = 0;
		if (lines !== '') this.#output.write(Buffer.from(lines));
	}

	/** Resolves when everything is written, or when there seems to be no reader. */
	async finish(): Promise<void> {
		this.flush();
		const written = new Promise<unknown>((resolve) => this.#output.write('', resolve));
		await Promise.race([written, sleep(LAST_WAIT, undefined, { ref: false })]);
	}

	/** Writes the last lines when an error ends the process. A pipe may not have space for all of them. */
	#writeLast(): void {
		if (this.#collected === '' || this.#output.writableLength > 0) return;
		try {
			writeSync(1, this.#collected);
		} catch {
			// The log has no reader.
		}
	}
}

/**
 * Opens standard output. Node writes to pipes asynchronously, but to files and terminals synchronously. Disks can be
 * slow, so this writes to files and terminals in another thread. Pipes do not need a thread, and a thread that waits
 * for a pipe's reader would keep the process from ending.
 */
function openOutput(): Writable {
	const isPipe = process.stdout instanceof Socket && !process.stdout.isTTY;
	return isPipe ? process.stdout : createWriteStream('', { fd: 1, autoClose: false });
}

function droppedLine(dropped: number): string {
	const time = new Date().toISOString();
	return `${JSON.stringify({ level: 'warn', time, dropped, msg: 'dropped log lines because nothing read them' })}\n`;
}
