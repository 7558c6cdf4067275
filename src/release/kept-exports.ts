/**
 * The folder in which servers keep the checksums and databases that they have made for exports. Several processes can
 * use it at the same time.
 */
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { makeFolder } from '../shared/make-folder.ts';
import { retryWhileLocked } from '../shared/retry-while-locked.ts';

/** How long entries are kept, in milliseconds. */
const KEPT = 7 * 24 * 60 * 60 * 1000;
/** An empty SQLite file that a process locks while it writes a large file. */
const LOCK = 'lock';
/** How long to wait for another process, in milliseconds. */
const LONGEST_WAIT = 10 * 60 * 1000;

export class KeptExports {
	readonly #folder: string;

	constructor(folder: string) {
		this.#folder = folder;
	}

	/** The path of a file. */
	path(name: string): string {
		return join(this.#folder, name);
	}

	/** Returns a path for an unfinished file. Creates the folder if it is missing. @throws file system errors */
	unfinished(name: string): string {
		makeFolder(this.#folder);
		return `${this.path(name)}.${process.pid}`;
	}

	/** Reads the JSON value that is kept under a name, if there is one. */
	async read<T>(name: string): Promise<T | undefined> {
		return readFile(this.path(name), 'utf8').then(JSON.parse, () => undefined);
	}

	/** Keeps a JSON value under a name. */
	async write(name: string, value: unknown): Promise<void> {
		const unfinished = this.unfinished(name);
		await writeFile(unfinished, JSON.stringify(value));
		await rename(unfinished, this.path(name));
	}

	/**
	 * Waits until no other process holds the lock, and then runs `work` with the lock. The system removes the lock when
	 * the process ends, even if the process is killed.
	 */
	async alone<T>(work: () => Promise<T>): Promise<T> {
		makeFolder(this.#folder);
		const db = new Database(this.path(LOCK), { timeout: 0 });
		try {
			await retryWhileLocked(() => db.exec('BEGIN EXCLUSIVE'), LONGEST_WAIT);
			return await work();
		} finally {
			db.close();
		}
	}

	/** Moves a finished file to its final path. */
	async finish(name: string): Promise<void> {
		await rename(this.unfinished(name), this.path(name));
	}

	/**
	 * Removes old entries. Also removes all files with this ending except `kept`, including the unfinished files of
	 * killed processes. A file that a process has open can still be read. Call this within `alone`.
	 */
	async prune(ending: string, kept: string): Promise<void> {
		for (const name of await readdir(this.#folder)) {
			if (name === kept || name === LOCK) continue;
			const changed = (await stat(this.path(name)).catch(() => undefined))?.mtimeMs ?? 0;
			if (name.includes(ending) || Date.now() - changed > KEPT) await rm(this.path(name), { force: true });
		}
	}
}
