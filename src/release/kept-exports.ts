/**
 * The folder in which servers keep the exported files that they have made. Each file is a folder with one file for each
 * encoding. Several processes can use the folder at the same time.
 */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportEncoding, ExportedName } from '../api/exported-file.ts';
import { diskFull, isDiskFull } from '../shared/explain.ts';
import { makeFolder } from '../shared/files.ts';
import { withFileLock } from './file-lock.ts';

export interface FileFacts {
	/** The size in bytes. */
	readonly length: number;
	/** The SHA-256 in Base64. */
	readonly sha256: string;
}

/** The encodings in which an exported file was made. */
export type FactsByEncoding = { readonly [encoding in ExportEncoding]?: FileFacts };

const FACTS = 'facts.json';
/** The file that a process locks while it makes a file. */
const LOCK = 'lock';
/** How long to wait for another process, in milliseconds. */
const LONGEST_WAIT = 10 * 60 * 1000;

export class KeptExports {
	readonly #folder: string;

	constructor(folder: string) {
		this.#folder = folder;
	}

	path(name: ExportedName, release: string, encoding: ExportEncoding): string {
		return join(this.#place(name, release), encoding);
	}

	#place(name: ExportedName, release: string): string {
		return join(this.#folder, `${name}-${release}`);
	}

	/** Returns the facts about a release's exported file, if the file is complete. */
	async find(name: ExportedName, release: string): Promise<FactsByEncoding | undefined> {
		try {
			const facts: FactsByEncoding = JSON.parse(await readFile(join(this.#place(name, release), FACTS), 'utf8'));
			for (const [encoding, { length }] of Object.entries(facts)) {
				const { size } = await stat(this.path(name, release, encoding as ExportEncoding));
				if (size !== length) return undefined;
			}
			return facts;
		} catch {
			return undefined;
		}
	}

	/**
	 * Makes an exported file, unless another process makes it first. Only one process on the machine makes a file at a
	 * time, and the others wait. The files of all other releases are removed first.
	 *
	 * @param write writes the file in each encoding into a folder
	 * @throws UserError if the disk is full, or errors of `write` and of the file system
	 */
	async make(
		name: ExportedName,
		release: string,
		write: (folder: string) => Promise<FactsByEncoding>,
	): Promise<FactsByEncoding> {
		try {
			makeFolder(this.#folder);
			return await withFileLock(join(this.#folder, LOCK), LONGEST_WAIT, async () => {
				const found = await this.find(name, release);
				if (found !== undefined) return found;
				await this.#prune(release);
				return await this.#write(this.#place(name, release), write);
			});
		} catch (error) {
			throw isDiskFull(error) ? diskFull(this.#folder, error) : error;
		}
	}

	async #write(place: string, write: (folder: string) => Promise<FactsByEncoding>): Promise<FactsByEncoding> {
		const unfinished = `${place}.${process.pid}`;
		try {
			await rm(unfinished, { recursive: true, force: true });
			await mkdir(unfinished);
			const facts = await write(unfinished);
			await writeFile(join(unfinished, FACTS), JSON.stringify(facts));
			await rm(place, { recursive: true, force: true });
			await rename(unfinished, place);
			return facts;
		} catch (error) {
			await rm(unfinished, { recursive: true, force: true });
			throw error;
		}
	}

	/**
	 * Removes everything except the complete files of a release, including the unfinished files of killed processes. A
	 * file that a process has open can still be read.
	 */
	async #prune(release: string): Promise<void> {
		const names = await readdir(this.#folder);
		const others = names.filter((name) => !name.startsWith(LOCK) && !name.endsWith(`-${release}`));
		for (const name of others) await rm(join(this.#folder, name), { recursive: true, force: true });
	}
}
