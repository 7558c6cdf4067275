import { closeSync, openSync, readSync } from 'node:fs';

/** The length of the header of the WAL-index, of which the first twelve bytes hold the count of transactions. */
const HEADER_LENGTH = 48;

/**
 * Tells whether anyone, in any process, has written to a SQLite database in WAL mode since it was last asked, by reading
 * the header of its WAL-index: SQLite changes it with each transaction, before the commit returns (SQLite's "WAL-mode File
 * Format", 2.1). `PRAGMA data_version` says the same, but takes and releases a lock for it, and so four times as long.
 */
export class WriteWatch {
	readonly #descriptor: number;
	#seen = Buffer.alloc(HEADER_LENGTH);
	#read = Buffer.alloc(HEADER_LENGTH);

	/** @param file the database, which a connection must keep open for as long as this is used */
	constructor(file: string) {
		this.#descriptor = openSync(`${file}-shm`, 'r');
	}

	/** Whether there may have been a write since the last call. A write still under way may count, a finished one does. */
	hasNews(): boolean {
		readSync(this.#descriptor, this.#read, 0, HEADER_LENGTH, 0);
		if (this.#read.equals(this.#seen)) return false;
		[this.#seen, this.#read] = [this.#read, this.#seen];
		return true;
	}

	close(): void {
		closeSync(this.#descriptor);
	}
}
