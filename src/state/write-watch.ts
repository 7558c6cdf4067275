import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** The length of the header of the WAL-index, in words of 32 bits; the third is the count of transactions. */
const HEADER_LENGTH = 12;

interface SharedFile {
	readonly descriptor: number;
	watches: number;
}

/**
 * The open WAL-index files of this process, by device and inode. When a process closes a file, POSIX drops all locks that
 * the process holds on it, SQLite's own included. Another process would then find no lock, take the WAL-index for a leftover
 * and cut it to nothing while it is in use here. So a file is opened once, and closed after the last connection to it.
 */
const openFiles = new Map<string, SharedFile>();

/**
 * Tells whether anyone, in any process, has written to a SQLite database in WAL mode since it was last asked, by reading
 * the header of its WAL-index: SQLite changes it with each transaction, before the commit returns (SQLite's "WAL-mode File
 * Format", 2.1). `PRAGMA data_version` says the same, but takes and releases a lock for it, and so four times as long.
 */
export class WriteWatch {
	readonly #id: string;
	readonly #file: SharedFile;
	readonly #seen = new Uint32Array(HEADER_LENGTH);
	readonly #read = new Uint32Array(HEADER_LENGTH);

	/** @param file the database, which a connection must keep open for as long as this is used */
	constructor(file: string) {
		const path = `${file}-shm`;
		const { dev, ino } = statSync(path);
		this.#id = `${dev} ${ino}`;
		this.#file = openFiles.get(this.#id) ?? { descriptor: openSync(path, 'r'), watches: 0 };
		this.#file.watches++;
		openFiles.set(this.#id, this.#file);
	}

	/** Whether there may have been a write since the last call. A write still under way may count, a finished one does. */
	hasNews(): boolean {
		readSync(this.#file.descriptor, this.#read, 0, this.#read.byteLength, 0);
		let i = 0;
		while (i < HEADER_LENGTH && this.#read[i] === this.#seen[i]) i++;
		if (i === HEADER_LENGTH) return false;
		this.#seen.set(this.#read);
		return true;
	}

	/** Call this after the connection to the database is closed. */
	close(): void {
		if (--this.#file.watches > 0) return;
		openFiles.delete(this.#id);
		closeSync(this.#file.descriptor);
	}
}
