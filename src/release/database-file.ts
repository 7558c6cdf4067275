/** Provides a release's exported database. A worker thread writes the database when it is first needed. */
import { close, openSync, read } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ApiError } from '../api/error.ts';
import { DATABASE, EXPORTED_KINDS, type ExportedFile, type ExportedKind, type OpenFile } from '../api/exported-file.ts';
import { tagOf } from '../shared/tag.ts';
import { DATABASE_INDEXES, DATABASE_SCHEMA } from './database-schema.ts';
import type { DatabaseFacts, ToDatabaseThread } from './database-thread.ts';
import type { KeptExports } from './kept-exports.ts';
import type { MemberFile } from './member-file.ts';
import { runThread } from './run-thread.ts';
import type { MembersByKind } from './write-database.ts';

/** How long a request waits for the database, in milliseconds. */
const WAIT = 5000;
const ENDING = '.sqlite';

export class DatabaseFiles {
	readonly #kept: KeptExports;
	readonly #failed: (error: unknown) => void;
	/** The databases that are being written, by tag. */
	readonly #writing = new Map<string, Promise<DatabaseFacts>>();

	/** @param failed called when a database could not be made, or old files could not be removed */
	constructor(kept: KeptExports, failed: (error: unknown) => void) {
		this.#kept = kept;
		this.#failed = failed;
	}

	/** Returns the database that contains the records of these files. See `ApiContext.exportedFile`. */
	async get(files: ReadonlyMap<ExportedKind, MemberFile>, make: boolean): Promise<ExportedFile> {
		const all = [...files.values()];
		const records = all.reduce((sum, file) => sum + file.records, 0);
		const tag = tagOf([DATABASE_SCHEMA, DATABASE_INDEXES, ...all.map((file) => file.tag)].join('\n'));
		const facts = (await this.#find(tag)) ?? (make ? await this.#makeInTime(tag, files) : undefined);
		if (facts === undefined) return { name: DATABASE, records, forms: {} };
		const path = this.#kept.path(tag + ENDING);
		const identity = { ...facts, tag, open: (start: number, end: number) => openFile(path, start, end) };
		return { name: DATABASE, records, forms: { identity } };
	}

	/** The size and checksum of the database, if it is complete. */
	async #find(tag: string): Promise<DatabaseFacts | undefined> {
		const facts = await this.#kept.read<DatabaseFacts>(`${tag}.json`);
		const size = await stat(this.#kept.path(tag + ENDING)).then(
			(file) => file.size,
			() => undefined,
		);
		return facts?.length === size ? facts : undefined;
	}

	async #makeInTime(tag: string, files: ReadonlyMap<ExportedKind, MemberFile>): Promise<DatabaseFacts | undefined> {
		let writing = this.#writing.get(tag);
		if (writing === undefined) {
			writing = this.#make(tag, files).finally(() => this.#writing.delete(tag));
			// Report a failure even if no request is waiting for the database any more. The next request tries again.
			writing.catch(this.#failed);
			this.#writing.set(tag, writing);
		}
		return Promise.race([writing.catch(cannotBeMade), sleep(WAIT, undefined, { ref: false })]);
	}

	/**
	 * Writes the database, unless another process finishes it first. Only one process on the machine writes a database at
	 * a time, and the others wait.
	 */
	async #make(tag: string, files: ReadonlyMap<ExportedKind, MemberFile>): Promise<DatabaseFacts> {
		return this.#kept.alone(async () => {
			const found = await this.#find(tag);
			if (found !== undefined) return found;
			const name = tag + ENDING;
			await this.#kept.prune(ENDING, name).catch(this.#failed);
			const members = Object.fromEntries(EXPORTED_KINDS.map((kind) => [kind, files.get(kind)!.members]));
			const data: ToDatabaseThread = { file: this.#kept.unfinished(name), members: members as MembersByKind };
			const facts = await runThread<DatabaseFacts>('release/database-thread.ts', data);
			await this.#kept.finish(name);
			await this.#kept.write(`${tag}.json`, facts);
			return facts;
		});
	}
}

function cannotBeMade(cause: unknown): never {
	const message = 'The server cannot make this file at the moment. Export the other files instead, or try again later.';
	throw new ApiError('UNAVAILABLE', message, { cause });
}

/** How much to read at once, in bytes. */
const PIECE = 262_144;
const readFrom = promisify(read);

function openFile(path: string, start: number, end: number): OpenFile {
	const file = openSync(path, 'r');
	async function* pieces(): AsyncGenerator<Buffer> {
		for (let position = start; position < end; position += PIECE) {
			const length = Math.min(PIECE, end - position);
			const { bytesRead, buffer } = await readFrom(file, Buffer.allocUnsafe(length), 0, length, position);
			if (bytesRead < length) throw new Error(`${path} is shorter than it was.`);
			yield buffer;
		}
	}
	return { pieces: pieces(), close: () => close(file) };
}
