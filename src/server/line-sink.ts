import { createWriteStream, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** Lines are gathered up to this many characters, or half a second, so that a request does not wait for one. */
const GATHERED = 65_536;
const INTERVAL = 500;

/** How many bytes wait for a reader who has stalled; what comes then is dropped. */
const MOST_WAITING = 16 * 2 ** 20;
/** How long the end waits for such a reader, in milliseconds. */
const LAST_WAIT = 1000;

/**
 * Where the lines of a log go: gathered, then written in the background, in order. SonicBoom does the same for pino, but
 * takes twice as long, and its `flushSync` never returns when the reader has gone or the disk is full.
 */
export class LineSink {
	readonly #output = openOutput();
	#gathered = '';
	/** How many lines were dropped since all was read that waited. */
	#dropped = 0;

	constructor() {
		// Whoever read standard output has gone; the server goes on without a log.
		this.#output.on('error', () => {});
		setInterval(() => this.flush(), INTERVAL).unref();
		process.on('exit', () => this.#writeLast());
	}

	/** @param line one or more; the last ends in a line feed too */
	write(line: string): void {
		this.#gathered += line;
		if (this.#gathered.length >= GATHERED) this.flush();
	}

	/** Hands over what is gathered. */
	flush(): void {
		const lines = Buffer.from(this.#gathered);
		this.#gathered = '';
		const waiting = this.#output.writableLength;
		if (waiting > (this.#dropped > 0 ? 0 : MOST_WAITING)) {
			this.#dropped += countLines(lines);
			return;
		}
		if (this.#dropped > 0) this.#output.write(droppedLine(this.#dropped));
		this.#dropped = 0;
		if (lines.length > 0) this.#output.write(lines);
	}

	/** Returns when everything is written, or seems to have no reader. */
	async finish(): Promise<void> {
		this.flush();
		const written = new Promise<unknown>((resolve) => this.#output.write('', resolve));
		await Promise.race([written, sleep(LAST_WAIT, undefined, { ref: false })]);
	}

	/** Writes what was said just before a fault ended the process; a pipe takes as much as it has room for. */
	#writeLast(): void {
		if (this.#gathered === '' || this.#output.writableLength > 0) return;
		try {
			writeSync(1, this.#gathered);
		} catch {
			// Nobody reads it.
		}
	}
}

/**
 * Standard output. Node writes to pipes without waiting, to files and terminals at once: these are written to in another
 * thread, since a disk is slow at times. Pipes are not: a thread that waits for their reader keeps the process from ending.
 */
function openOutput(): Writable {
	const isPipe = process.stdout instanceof Socket && !process.stdout.isTTY;
	return isPipe ? process.stdout : createWriteStream('', { fd: 1, autoClose: false });
}

function countLines(bytes: Buffer): number {
	let lines = 0;
	for (let at = bytes.indexOf('\n'); at !== -1; at = bytes.indexOf('\n', at + 1)) lines++;
	return lines;
}

function droppedLine(dropped: number): string {
	const time = new Date().toISOString();
	return `${JSON.stringify({ level: 'warn', time, dropped, msg: 'dropped log lines because nothing read them' })}\n`;
}
