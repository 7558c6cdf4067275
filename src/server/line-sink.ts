import { createWriteStream, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** Lines are gathered up to this many bytes, or half a second, so that a request does not wait for one. */
const GATHERED = 65_536;
const INTERVAL = 500;
/** The most bytes of UTF-8 that a unit of UTF-16 becomes. */
const BYTES_OF_UNIT = 3;

/** How many bytes wait for a reader who has stalled; what comes then is dropped. */
const MOST_WAITING = 16 * 2 ** 20;
/** How long the end waits for such a reader, in milliseconds. */
const LAST_WAIT = 1000;

/**
 * Where the lines of a log go: gathered, then written in the background, in order. They are gathered as bytes: as one text
 * that grows, made of thousands of pieces, they would take twice the time.
 */
export class LineSink {
	readonly #output = openOutput();
	#gathered = Buffer.allocUnsafe(GATHERED);
	/** How many bytes of it are lines. */
	#length = 0;
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
		const most = line.length * BYTES_OF_UNIT;
		if (this.#length + most > GATHERED) this.flush();
		if (most > GATHERED) this.#send(Buffer.from(line));
		else this.#length += this.#gathered.write(line, this.#length);
	}

	/** Hands over what is gathered. */
	flush(): void {
		const lines = this.#gathered.subarray(0, this.#length);
		if (this.#length > 0) this.#gathered = Buffer.allocUnsafe(GATHERED);
		this.#length = 0;
		this.#send(lines);
	}

	#send(lines: Buffer): void {
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
		if (this.#length === 0 || this.#output.writableLength > 0) return;
		try {
			writeSync(1, this.#gathered.subarray(0, this.#length));
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
	return `${JSON.stringify({ level: 'warn', time, dropped, msg: 'lines were dropped that nobody read' })}\n`;
}
