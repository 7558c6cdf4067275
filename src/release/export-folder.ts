/**
 * A folder for exports. Each export writes only the files that differ from earlier exports, and removes files that are
 * no longer exported.
 */
import {
	appendFileSync,
	lstatSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmdirSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { explain } from '../shared/explain.ts';
import { makeFolder } from '../shared/files.ts';
import { UserError } from '../shared/user-error.ts';
import { removeLeftovers, unfinishedName } from './layout.ts';

/**
 * The file that lists the exported files. Each line has the hash of a file's content and the file's path. If a path has
 * several lines, the last one counts.
 */
const LIST = '.exported';
const LINE = /^([\w-]+) (.+)$/;
/** The text that the list has instead of a hash while a file is being written. */
const UNKNOWN = 'unknown';

export interface FileToExport {
	readonly hash: string;
	/** The length of the content, in bytes; undefined if it is not known before the content is made. */
	readonly size: number | undefined;
	/** Returns the content. Called only if the folder does not have the same content yet. */
	read(): Buffer;
}

export class ExportFolder {
	readonly #folder: string;
	/** The files of earlier exports, with their hashes. */
	readonly #before: ReadonlyMap<string, string>;
	/** The files of this export, with their hashes. */
	readonly #now = new Map<string, string>();
	#written = 0;

	/** @throws UserError if the folder has files that are not from an export, or if the folder cannot be used */
	constructor(folder: string) {
		this.#folder = folder;
		explain(() => makeFolder(folder), 'create the folder', folder);
		const names = explain(() => readdirSync(folder), 'read the folder', folder);
		if (names.length > 0 && !names.includes(LIST)) {
			throw new UserError(
				`${folder} contains files that are not from an export. Choose a new or empty folder, or the folder of an earlier export.`,
			);
		}
		explain(() => appendFileSync(this.#list, ''), 'write into', folder);
		this.#before = readList(this.#list);
		removeLeftovers(folder);
	}

	get #list(): string {
		return join(this.#folder, LIST);
	}

	/**
	 * Writes a file, unless the folder already has it with the same content. Readers of the folder always see either the
	 * complete old file or the complete new one.
	 *
	 * @throws UserError if the file cannot be written, or would replace a file that is not from an export
	 */
	write(path: string, file: FileToExport): void {
		if (!isWithin(path)) throw new Error(`${path} cannot be exported: it is not a path within the folder.`);
		const place = join(this.#folder, path);
		explain(() => this.#write(path, place, file), 'write', place);
		this.#now.set(path, file.hash);
	}

	#write(path: string, place: string, file: FileToExport): void {
		const existing = lstatSync(place, { throwIfNoEntry: false });
		if (existing !== undefined && !this.#before.has(path)) {
			throw new UserError(
				`${place} was not written by an export, so it was not replaced. Move or delete it, then export again.`,
			);
		}
		const isSame = this.#before.get(path) === file.hash && existing !== undefined;
		if (isSame && existing.size === (file.size ?? existing.size)) return;
		const content = file.read();
		// Add the file to the list before writing it, so that the list contains the file even if the export is killed.
		appendFileSync(this.#list, `${UNKNOWN} ${path}\n`);
		makeFolder(dirname(place));
		this.#replace(place, content);
		this.#written++;
	}

	#replace(place: string, content: Buffer | string): void {
		const unfinished = join(this.#folder, unfinishedName());
		writeFileSync(unfinished, content);
		renameSync(unfinished, place);
	}

	/** Removes the files that earlier exports wrote and this export did not include. Then completes the list. */
	finish(): { readonly files: number; readonly written: number; readonly removed: number } {
		return explain(() => this.#finish(), 'write into', this.#folder);
	}

	#finish() {
		const others = [...this.#before.keys()].filter((path) => !this.#now.has(path) && isWithin(path));
		for (const path of others) this.#remove(path);
		this.#replace(this.#list, [...this.#now].map(([path, hash]) => `${hash} ${path}\n`).join(''));
		return { files: this.#now.size, written: this.#written, removed: others.length };
	}

	/** Removes a file, and the folders that become empty. */
	#remove(path: string): void {
		rmSync(join(this.#folder, path), { force: true });
		try {
			for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) rmdirSync(join(this.#folder, folder));
		} catch {
			// The folder still has other files.
		}
	}
}

function readList(file: string): Map<string, string> {
	const lines = readFileSync(file, 'utf8').split('\n');
	return new Map(
		lines.flatMap((line) => {
			const [, hash, path] = LINE.exec(line) ?? [];
			return path === undefined ? [] : [[path, hash!]];
		}),
	);
}

/**
 * Whether a path is within the folder, and is not the list itself. Other paths are never written or removed, even if
 * the list contains them.
 */
function isWithin(path: string): boolean {
	return path !== LIST && path.split('/').every((part) => !['', '.', '..'].includes(part));
}
