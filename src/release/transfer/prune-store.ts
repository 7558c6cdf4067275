import { inParallel } from './in-parallel.ts';
import {
	COMPRESSED_OBJECTS,
	FILE_OBJECTS,
	fileObject,
	historyObject,
	listPublications,
	readPublication,
	type StoredPublication,
} from './publication.ts';
import type { ReleaseStore, StoredObject } from './release-store.ts';

/** The number of newest releases that are kept. All publications of a kept release are kept. */
const KEPT = 5;
/**
 * How long to keep a publication after it was replaced, and an unneeded object after it was written, in milliseconds.
 * During this time, a machine may still be pulling the publication, or another push may have written the object for a
 * publication that does not exist yet.
 */
export const GRACE = 24 * 60 * 60 * 1000;

/** Removes old publications and the objects that no kept publication needs. Returns the number of removed objects. */
export async function pruneStore(store: ReleaseStore, now: number): Promise<number> {
	const publications = await listPublications(store);
	const old = oldPublications(publications, now);
	await inParallel(old, ({ name }) => store.remove(name));
	// The publications are listed again below, because another machine may have pushed in the meantime.
	const files = [...(await store.list(FILE_OBJECTS)), ...(await store.list(COMPRESSED_OBJECTS))];
	const isOld = ({ modified }: StoredObject) => now - modified > GRACE;
	const needed = new Set<string>();
	const kept = await listPublications(store);
	for (const [index, publication] of kept.entries()) {
		const content = await readPublication(store, publication);
		for (const file of content?.files ?? []) needed.add(fileObject(file));
		// Old histories are not kept, because they may contain values of records that were removed later.
		if (replacedFor(kept, index, now) > GRACE) continue;
		for (const { sha256 } of content?.history ?? []) needed.add(historyObject(sha256));
	}
	const unneeded = files.filter((file) => isOld(file) && !needed.has(file.name));
	await inParallel(unneeded, ({ name }) => store.remove(name));
	return old.length + unneeded.length;
}

/** Returns the publications that were replaced more than `GRACE` ago, except those of the newest `KEPT` releases. */
function oldPublications(publications: readonly StoredPublication[], now: number): StoredPublication[] {
	const newest = new Set<string>();
	for (const { release } of publications.toReversed()) if (newest.size < KEPT) newest.add(release);
	return publications.filter(({ release }, index) => {
		return !newest.has(release) && replacedFor(publications, index, now) > GRACE;
	});
}

/**
 * Returns how long ago a publication was replaced by the next one, in milliseconds. Returns 0 for the current
 * publication.
 */
function replacedFor(publications: readonly StoredPublication[], index: number, now: number): number {
	return now - (publications[index + 1]?.modified ?? now);
}
