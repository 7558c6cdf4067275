/** The folder in which servers keep what they have made for exports. Several processes can use it at the same time. */
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../shared/make-folder.ts';

/** How long entries are kept, in milliseconds. */
const KEPT = 7 * 24 * 60 * 60 * 1000;

export class KeptExports {
	readonly #folder: string;

	constructor(folder: string) {
		this.#folder = folder;
	}

	/** The path of a file. */
	path(name: string): string {
		return join(this.#folder, name);
	}

	/** A path for an unfinished file. The folder exists afterwards. @throws errors of the file system */
	unfinished(name: string): string {
		makeFolder(this.#folder);
		return `${this.path(name)}.${process.pid}`;
	}

	/** The JSON value with a name, if there is one. */
	async read<T>(name: string): Promise<T | undefined> {
		return readFile(this.path(name), 'utf8').then(JSON.parse, () => undefined);
	}

	/** Keeps a JSON value. */
	async write(name: string, value: unknown): Promise<void> {
		const unfinished = this.unfinished(name);
		await writeFile(unfinished, JSON.stringify(value));
		await rename(unfinished, this.path(name));
	}

	async remove(path: string): Promise<void> {
		await rm(path, { force: true });
	}

	/** Puts a finished file in its place. */
	async finish(name: string): Promise<void> {
		await rename(this.unfinished(name), this.path(name));
	}

	/** Removes old entries, and all files with an ending except one. Open files can still be read. */
	async prune(ending: string, kept: string): Promise<void> {
		for (const name of await readdir(this.#folder)) {
			if (name === kept) continue;
			const { mtimeMs } = await stat(this.path(name));
			if (name.endsWith(ending) || Date.now() - mtimeMs > KEPT) await rm(this.path(name), { force: true });
		}
	}
}
