import { chooseReleases, type DiskFile, type StoredRelease } from '../retention.ts';
import { inParallel } from './in-parallel.ts';
import {
	COMPRESSED_OBJECTS,
	FILE_OBJECTS,
	fileObject,
	historyObject,
	listPublications,
	type PublicationContent,
	readPublication,
	type StoredPublication,
} from './publication.ts';
import type { ReleaseStore, StoredObject } from './release-store.ts';

/** How long to keep a publication in any case after it was replaced, because a machine may still be pulling it, in milliseconds. */
const PULLING = 60 * 60 * 1000;
/**
 * How long to keep an unneeded object after it was written, in milliseconds. During this time, another push may have
 * written the object for a publication that does not exist yet.
 */
export const GRACE = 24 * 60 * 60 * 1000;

/**
 * Removes old publications and the objects that no kept publication needs. Keeps releases like a folder of releases does:
 * see `chooseReleases`. Returns the number of removed objects.
 *
 * @param limit the limit of disk for releases, in bytes
 * @param now in milliseconds since 1970
 */
export async function pruneStore(store: ReleaseStore, limit: number, now: number): Promise<number> {
	const publications = await listPublications(store);
	const contents = await readAll(store, publications);
	const old = await oldPublications(store, publications, contents, limit, now);
	await inParallel(old, ({ name }) => store.remove(name));
	// The publications are listed again below, because another machine may have pushed in the meantime.
	const files = await storedObjects(store);
	const isOld = ({ modified }: StoredObject) => now - modified > GRACE;
	const needed = new Set<string>();
	const kept = await listPublications(store);
	for (const [index, publication] of kept.entries()) {
		const content = contents.get(publication.name) ?? (await readPublication(store, publication));
		for (const file of content?.files ?? []) needed.add(fileObject(file));
		// Old histories are not kept, because they may contain values of records that were removed later.
		if (replacedFor(kept, index, now) > GRACE) continue;
		for (const { sha256 } of content?.history ?? []) needed.add(historyObject(sha256));
	}
	const unneeded = files.filter((file) => isOld(file) && !needed.has(file.name));
	await inParallel(unneeded, ({ name }) => store.remove(name));
	return old.length + unneeded.length;
}

type Contents = ReadonlyMap<string, PublicationContent>;

/** Reads publications, by name. Leaves out those that another machine has removed in the meantime. */
async function readAll(store: ReleaseStore, publications: readonly StoredPublication[]): Promise<Contents> {
	const contents = new Map<string, PublicationContent>();
	await inParallel(publications, async (publication) => {
		const content = await readPublication(store, publication);
		if (content !== undefined) contents.set(publication.name, content);
	});
	return contents;
}

async function storedObjects(store: ReleaseStore): Promise<StoredObject[]> {
	return [...(await store.list(FILE_OBJECTS)), ...(await store.list(COMPRESSED_OBJECTS))];
}

/** Returns the publications of the releases that are not kept. */
async function oldPublications(
	store: ReleaseStore,
	publications: readonly StoredPublication[],
	contents: Contents,
	limit: number,
	now: number,
): Promise<StoredPublication[]> {
	const sizes = new Map((await storedObjects(store)).map(({ name, size }) => [name, size]));
	const diskFile = (id: string): DiskFile => ({ id, bytes: sizes.get(id) ?? 0 });
	const stored = publications.map(({ name, release }): StoredRelease => {
		const files = contents.get(name)?.files ?? [];
		return { release, files: files.map((file) => diskFile(fileObject(file))), snapshot: [] };
	});
	const needed = publications
		.filter((_, index) => replacedFor(publications, index, now) <= PULLING)
		.map(({ release }) => ({ release, reason: 'being pulled', withSnapshot: false }));
	const published = publications.toReversed().map(({ release }) => release);
	const kept = chooseReleases({ stored, published, needed, limit });
	return publications.filter(({ release }) => !kept.releases.has(release));
}

/**
 * Returns how long ago a publication was replaced by the next one, in milliseconds. Returns 0 for the current
 * publication.
 */
function replacedFor(publications: readonly StoredPublication[], index: number, now: number): number {
	return now - (publications[index + 1]?.modified ?? now);
}
