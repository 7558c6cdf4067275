/** Provides the exported files of releases. A worker thread makes each file when it is first requested. */
import { close, openSync, read } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ApiError } from '../api/error.ts';
import {
	type ExportEncoding,
	type ExportedFile,
	type ExportedForm,
	type ExportedName,
	fileNotReady,
	kindIn,
	type OpenFile,
} from '../api/exported-file.ts';
import { runThread } from '../shared/thread.ts';
import { apiFile } from './api-database.ts';
import type { ToExportThread } from './export-thread.ts';
import { type FactsByEncoding, type FileFacts, KeptExports } from './kept-exports.ts';
import type { Release } from './release.ts';
import { aboutOf } from './write-database.ts';

/** How long a request waits for a file, in milliseconds. */
const WAIT = 20_000;
/**
 * How long to wait after a failure before trying to make the same file again, in milliseconds. Otherwise, each request
 * would fill an almost full disk again.
 */
const PAUSE = 60_000;

/** Returns a function like `ApiContext.exportedFile`. @param failed called when a file could not be made */
export function openExportedFiles(folder: string, failed: (error: unknown) => void) {
	const kept = new KeptExports(folder);
	/** The files that are being made or could not be made, by release and name. All requests wait for the same promise. */
	const making = new Map<string, Promise<FactsByEncoding>>();

	function make({ manifest, folder }: Release, name: ExportedName): Promise<FactsByEncoding> {
		const { id } = manifest;
		const key = `${id} ${name}`;
		const running = making.get(key);
		if (running !== undefined) return running;
		const data = { name, about: aboutOf(manifest), api: apiFile(folder) };
		const made = kept.make(name, id, (folder) =>
			runThread('release/export-thread.ts', { ...data, folder } satisfies ToExportThread),
		);
		making.set(key, made);
		made.then(
			() => making.delete(key),
			(error) => {
				failed(error);
				setTimeout(() => making.delete(key), PAUSE).unref();
			},
		);
		return made;
	}

	return async (release: Release, name: ExportedName, isWanted: boolean): Promise<ExportedFile> => {
		const { id, counts } = release.manifest;
		const kind = kindIn(name);
		const records = kind === undefined ? Object.values(counts).reduce((a, b) => a + b) : counts[kind];
		const found = await kept.find(name, id);
		const facts = found ?? (isWanted ? await inTime(make(release, name)) : {});
		const pathOf = (encoding: string) => kept.path(name, id, encoding as ExportEncoding);
		const forms = Object.entries(facts).map(([encoding, form]) => [encoding, formOf(pathOf(encoding), form)]);
		return { name, records, forms: Object.fromEntries(forms) };
	};
}

/** Waits for a file. Returns no facts if the file is not made in time. @throws ApiError if it cannot be made */
async function inTime(made: Promise<FactsByEncoding>): Promise<FactsByEncoding> {
	return Promise.race([made, sleep(WAIT, {}, { ref: false })]).catch((cause) => {
		const message = 'The server cannot make this file at the moment. Try again in a few minutes.';
		throw new ApiError('UNAVAILABLE', message, { cause });
	});
}

function formOf(path: string, { length, sha256 }: FileFacts): ExportedForm {
	const tag = Buffer.from(sha256, 'base64').toString('base64url');
	return { length, sha256, tag, open: (start, end) => openFile(path, start, end) };
}

/** How much to read at once, in bytes. */
const PIECE = 262_144;
const readFrom = promisify(read);

/** @throws ApiError if the file was removed, because another process has made the file of a newer release */
function openFile(path: string, start: number, end: number): OpenFile {
	const file = openIfKept(path);
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

function openIfKept(path: string): number {
	try {
		return openSync(path, 'r');
	} catch (error) {
		throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? fileNotReady() : error;
	}
}
