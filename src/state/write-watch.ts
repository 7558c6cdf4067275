import { closeSync, openSync, readSync } from 'node:fs';

/** The length of the header of the WAL-index, in words of 32 bits; the third is the count of transactions. */
const HEADER_LENGTH = 12;

/**
 * Tells whether anyone, in any process, has written to a SQLite database in WAL mode since it was last asked, by reading
 * the header of its WAL-index: SQLite changes it with each transaction, before the commit returns (SQLite's "WAL-mode File
 * Format", 2.1). `PRAGMA data_version` says the same, but takes and releases a lock for it, and so four times as long.
 */
export class WriteWatch {
	readonly #descriptor: number;
	readonly #seen = new Uint32Array(HEADER_LENGTH);
	readonly #read = new Uint32Array(HEADER_LENGTH);

	/** @param file the database, which a connection must keep open for as long as this is used */
	constructor(file: string) {
		this.#descriptor = openSync(`${file}-shm`, 'r');
	}

	/** Whether there may have been a write since the last call. A write still under way may count, a finished one does. */
	hasNews(): boolean {
		readSync(this.#descriptor, this.#read, 0, this.#read.byteLength, 0);
		let i = 0;
		while (i < HEADER_LENGTH && this.#read[i] === this.#seen[i]) i++;
		if (i === HEADER_LENGTH) return false;
		this.#seen.set(this.#read);
		return true;
	}

	close(): void {
		closeSync(this.#descriptor);
	}
}
