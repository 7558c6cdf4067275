/**
 * Provides the exported files of releases. Checksums and databases are made when they are first needed, and then kept.
 */
import {
	EXPORT_ENCODINGS,
	EXPORTED_KINDS,
	type ExportedFile,
	type ExportedForm,
	type ExportedKind,
	type ExportedName,
} from '../api/exported-file.ts';
import { DatabaseFiles } from './database-file.ts';
import type { Digests } from './digest-thread.ts';
import { KeptExports } from './kept-exports.ts';
import { MemberFile } from './member-file.ts';
import type { Release } from './release.ts';
import { runThread } from './run-thread.ts';

export interface ExportedFiles {
	/** See `ApiContext.exportedFile`. Reads from the release only before the first `await`. */
	get(release: Release, name: ExportedName, make: boolean): Promise<ExportedFile>;
}

export interface ExportedFilesOptions {
	/** The folder for checksums and databases. */
	readonly folder: string;
	/**
	 * Called when checksums could not be stored, a database could not be made, or old files could not be removed. Missing
	 * checksums and databases are made again when they are next needed.
	 */
	failed(error: unknown): void;
}

/** The number of files whose checksums are kept in memory. */
const REMEMBERED = 32;

export function openExportedFiles({ folder, failed }: ExportedFilesOptions): ExportedFiles {
	const kept = new KeptExports(folder);
	const databases = new DatabaseFiles(kept, failed);
	/** The NDJSON files of each release, by kind. */
	const files = new WeakMap<Release, Map<ExportedKind, MemberFile>>();
	/** The checksums of each file, by the file's tag. Simultaneous requests wait for the same promise. */
	const digests = new Map<string, Promise<Digests>>();

	function memberFile(release: Release, kind: ExportedKind): MemberFile {
		const known = files.get(release) ?? new Map<ExportedKind, MemberFile>();
		files.set(release, known);
		const file = known.get(kind) ?? new MemberFile(release.members(kind));
		known.set(kind, file);
		return file;
	}

	function digestsOf(file: MemberFile): Promise<Digests> {
		const known = digests.get(file.tag);
		if (known !== undefined) return known;
		const made = readOrMake(file);
		digests.set(file.tag, made);
		made.catch(() => digests.delete(file.tag));
		if (digests.size > REMEMBERED) digests.delete(digests.keys().next().value!);
		return made;
	}

	async function readOrMake(file: MemberFile): Promise<Digests> {
		const name = `${file.tag}.json`;
		const found = await kept.read<Digests>(name);
		if (found !== undefined) return found;
		const made = await runThread<Digests>('release/digest-thread.ts', file.members);
		await kept.write(name, made).catch(failed);
		return made;
	}

	async function linesOf(name: ExportedName, file: MemberFile): Promise<ExportedFile> {
		const sums = await digestsOf(file);
		const forms = EXPORT_ENCODINGS.map((encoding): [string, ExportedForm] => [
			encoding,
			{
				length: file.length(encoding),
				tag: encoding === 'identity' ? file.tag : `${file.tag}-${encoding}`,
				sha256: sums[encoding],
				open: (start, end) => file.open(encoding, start, end),
			},
		]);
		return { name, records: file.records, forms: Object.fromEntries(forms) };
	}

	return {
		get(release, name, make) {
			const kind = EXPORTED_KINDS.find((kind) => name === `${kind}.ndjson`);
			if (kind !== undefined) return linesOf(name, memberFile(release, kind));
			return databases.get(new Map(EXPORTED_KINDS.map((kind) => [kind, memberFile(release, kind)])), make);
		},
	};
}
