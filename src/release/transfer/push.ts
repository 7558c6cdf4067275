/** Pushes the current release to a store, so that other machines can pull it from there. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { shellWord } from '../../shared/shell-word.ts';
import { UserError } from '../../shared/user-error.ts';
import { type HistoryPart, historyParts } from '../../snapshot/history/history-copy.ts';
import { historyFile } from '../../snapshot/history/history-file.ts';
import { releaseFolder } from '../layout.ts';
import { readManifest } from '../manifest.ts';
import { needCurrentRelease } from '../publish.ts';
import { bytesOf, KEEP_DISK } from '../retention.ts';
import { journalIdentity } from '../turn.ts';
import { verifyRelease } from '../verify.ts';
import { inParallel } from './in-parallel.ts';
import { describeFiles } from './local-files.ts';
import { pruneStore } from './prune-store.ts';
import {
	COMPRESSED_OBJECTS,
	FILE_OBJECTS,
	fileObject,
	historyObject,
	isCompressed,
	isPack,
	type ListedFile,
	listPublications,
	type PublicationPlace,
	publicationName,
	readPublication,
	type StoredPublication,
	writePublication,
} from './publication.ts';
import type { ReleaseStore } from './release-store.ts';

interface PushOptions {
	/** The folder of releases. */
	readonly out: string;
	readonly store: ReleaseStore;
	/** Whether to continue even if the releases in the store are from another folder of releases. */
	readonly takeOver?: boolean | undefined;
	/** The limit of disk for the releases that the store keeps, in gigabytes. */
	readonly keepDisk?: number;
	/** The current time, in milliseconds since 1970. */
	readonly now?: number;
}

interface Pushed {
	readonly release: string;
	/** Whether the release was already current in the store before this push. */
	readonly wasCurrent: boolean;
	/** The number of files in the release, and how many of them were sent. */
	readonly files: number;
	readonly sent: number;
	/** The total size of the sent files before compression, in bytes. */
	readonly bytes: number;
	/** The number of old publications and unneeded objects that were removed from the store. */
	readonly removed: number;
}

/**
 * Sends the files that the store lacks, then makes the release current there.
 *
 * @throws UserError when the store has a newer release, when its releases are from another folder of releases and
 *   `takeOver` is not set, or when a local file is damaged
 */
export async function pushRelease(options: PushOptions): Promise<Pushed> {
	const { out, store, takeOver, keepDisk = KEEP_DISK, now = Date.now() } = options;
	needCurrentRelease(out);
	const { id: source, latest } = journalIdentity(out);
	const { release, number } = latest!;
	const publications = await listPublications(store);
	const place = { epoch: epochFor(source, publications, takeOver, store), number, source, release };
	refuseOlder(place, publications.at(-1), store);

	const folder = releaseFolder(out, release);
	await verifyRelease(folder).catch((cause) => {
		throw new UserError(`The release ${release} is damaged, so it was not pushed. Build again.`, { cause });
	});
	const manifest = await readManifest(folder);
	const files = await describeFiles(folder, manifest);
	await refuseDamaged(folder, files, publications, store);

	const sent = await sendMissing(store, folder, files);
	const history = await sendHistory(store, historyFile(out));
	const content = { release, application: manifest.application, files, history };
	const wasCurrent = publications.at(-1)?.name === publicationName(place);
	await writePublication(store, place, content);

	// Another machine may have pushed in the meantime, and may have removed files that only this release needs.
	refuseOlder(place, (await listPublications(store)).at(-1), store);
	await sendMissing(store, folder, files);
	const removed = await pruneStore(store, bytesOf(keepDisk), now);
	const bytes = sent.reduce((sum, { size }) => sum + size, 0);
	return { release, wasCurrent, files: files.length, sent: sent.length, bytes, removed };
}

function epochFor(
	source: string,
	publications: readonly StoredPublication[],
	takeOver: boolean | undefined,
	{ address }: ReleaseStore,
): number {
	const last = publications.at(-1);
	if (last === undefined) return 1;
	if (last.source === source) return last.epoch;
	if (takeOver) return last.epoch + 1;
	throw new UserError(
		`The releases in ${address} come from another folder of releases, so nothing was pushed. Only one machine should push to a store. To push from this folder from now on: npm run releases -- push ${shellWord(address)} --take-over`,
	);
}

function refuseOlder(place: PublicationPlace, last: StoredPublication | undefined, { address }: ReleaseStore): void {
	if (last === undefined || last.name <= publicationName(place)) return;
	throw new UserError(
		`${address} has a newer release, ${last.release}, so ${place.release} did not become current there.`,
	);
}

/** Throws a UserError if a pack has changed since the last push. */
async function refuseDamaged(
	folder: string,
	files: readonly ListedFile[],
	publications: readonly StoredPublication[],
	store: ReleaseStore,
): Promise<void> {
	const last = publications.at(-1);
	// Ignore a damaged publication, because the new one replaces it.
	const before = last && (await readPublication(store, last).catch(() => undefined));
	const known = new Map(before?.files.map(({ path, sha256 }) => [path, sha256]));
	const damaged = files.find((file) => isPack(file) && (known.get(file.path) ?? file.sha256) !== file.sha256);
	if (damaged === undefined) return;
	throw new UserError(
		`The pack ${join(folder, damaged.path)} is damaged, so nothing was pushed. Delete it, then build and push again.`,
	);
}

/** Sends the files that the store lacks, and returns them. */
async function sendMissing(store: ReleaseStore, folder: string, files: readonly ListedFile[]): Promise<ListedFile[]> {
	const sizes = new Map((await store.list(FILE_OBJECTS)).map(({ name, size }) => [name, size]));
	const compressed = await namesIn(store, COMPRESSED_OBJECTS);
	const isStored = (file: ListedFile) =>
		isCompressed(file) ? compressed.has(fileObject(file)) : sizes.get(fileObject(file)) === file.size;
	const missing = files.filter((file) => !isStored(file));
	await inParallel(missing, async (file) => {
		const path = join(folder, file.path);
		if (isCompressed(file)) await store.write(fileObject(file), zstdCompressSync(await readFile(path)));
		else await store.upload(fileObject(file), path);
	});
	return missing;
}

/** Sends the parts of the history that the store lacks. Returns all parts. */
async function sendHistory(store: ReleaseStore, file: string): Promise<HistoryPart[]> {
	const stored = await namesIn(store, COMPRESSED_OBJECTS);
	const parts: HistoryPart[] = [];
	const missing: { readonly name: string; readonly body: Buffer }[] = [];
	for (const { text, ...part } of historyParts(file)) {
		const name = historyObject(part.sha256);
		parts.push(part);
		if (!stored.has(name)) missing.push({ name, body: zstdCompressSync(text) });
	}
	await inParallel(missing, ({ name, body }) => store.write(name, body));
	return parts;
}

async function namesIn(store: ReleaseStore, kind: string): Promise<Set<string>> {
	return new Set((await store.list(kind)).map(({ name }) => name));
}
