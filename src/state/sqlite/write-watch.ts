import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** The length of the header of the WAL-index, in 32-bit words. The third word counts transactions. */
const HEADER_LENGTH = 12;

interface SharedFile {
	readonly descriptor: number;
	watches: number;
}

/**
 * The open WAL-index files of this process, by device and inode. When a process closes a file, POSIX drops all locks of
 * the process on that file, including SQLite's locks. Another process would then find no lock, treat the WAL-index as a
 * leftover and empty it while this process uses it. So each file is opened only once, and is closed after the last
 * connection to its database is closed.
 */
const openFiles = new Map<string, SharedFile>();

/**
 * Detects writes by any process to a SQLite database in WAL mode. The class compares the header of the WAL-index. With
 * each write, SQLite changes this header before the commit returns (SQLite's "WAL-mode File Format", 2.1).
 * `PRAGMA data_version` also detects writes, but it takes and releases a lock. With it, the server would handle about
 * 11% fewer requests for prebuilt resources per second.
 */
export class WriteWatch {
	readonly #id: string;
	readonly #file: SharedFile;
	readonly #seen = new Uint32Array(HEADER_LENGTH);
	readonly #read = new Uint32Array(HEADER_LENGTH);

	/** @param file the database file. As long as this object is used, a connection must keep the database open */
	constructor(file: string) {
		const path = `${file}-shm`;
		const { dev, ino } = statSync(path);
		this.#id = `${dev} ${ino}`;
		this.#file = openFiles.get(this.#id) ?? { descriptor: openSync(path, 'r'), watches: 0 };
		this.#file.watches++;
		openFiles.set(this.#id, this.#file);
	}

	/**
	 * Whether the database has changed since the last call. A finished write always counts as a change. A write in
	 * progress can also count.
	 */
	hasChanged(): boolean {
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
