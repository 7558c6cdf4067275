/**
 * Decides which releases and snapshots to keep: the latest ones, within a limit of disk. Their times do not matter, because
 * a clock that is wrong during one build would remove them all.
 */

/** How many of the latest releases are kept. */
export const MOST_RELEASES = 50;

const GIGABYTE = 1e9;
export const bytesOf = (gigabytes: number) => gigabytes * GIGABYTE;

/** A file on the disk. Releases can share files. */
export interface DiskFile {
	/** The same for all links to the file. */
	readonly id: string;
	readonly bytes: number;
}

/** A release that is on the disk. */
export interface StoredRelease {
	readonly release: string;
	readonly files: readonly DiskFile[];
	/** The files of its copy of the snapshot. Empty if it has none. */
	readonly snapshot: readonly DiskFile[];
}

/** A release that is kept in any case. */
export interface NeededRelease {
	readonly release: string;
	/** Why, in a few words such as `current`. */
	readonly reason: string;
	/** Whether its copy of the snapshot is kept in any case too. */
	readonly withSnapshot: boolean;
}

export interface Retention {
	readonly stored: readonly StoredRelease[];
	/** The releases that were published, latest first. A release that was published again is in the list again. */
	readonly published: readonly string[];
	readonly needed: readonly NeededRelease[];
	/** The limit of disk, in bytes. Only releases that are needed may exceed it. */
	readonly limit: number;
}

export interface KeptRelease {
	readonly release: string;
	/** Why it is kept, in a few words each. */
	readonly reasons: readonly string[];
	/** Whether its copy of the snapshot is kept too. */
	readonly withSnapshot: boolean;
}

export interface Kept {
	readonly releases: ReadonlyMap<string, KeptRelease>;
	/** The disk that they need together, in bytes. */
	readonly bytes: number;
}

/**
 * Chooses the releases to keep. Besides those that are needed, these are the latest ones. If they need more disk than the
 * limit, the oldest of them go.
 */
export function chooseReleases({ stored, published, needed, limit }: Retention): Kept {
	const files = new Map(stored.map((one) => [one.release, one]));
	const kept = new Map<string, KeptRelease>();
	const disk = new DiskUse();
	const keep = ({ release, reason, withSnapshot }: NeededRelease) => {
		const before = kept.get(release);
		kept.set(release, {
			release,
			reasons: before === undefined ? [reason] : [...new Set([...before.reasons, reason])],
			withSnapshot: withSnapshot || (before?.withSnapshot ?? false),
		});
	};
	for (const one of needed) {
		const found = files.get(one.release);
		if (found === undefined) continue;
		disk.add(filesOf(found, one.withSnapshot));
		keep(one);
	}
	const latest = [...new Set(published)].filter((release) => files.has(release)).slice(0, MOST_RELEASES);
	for (const release of latest) {
		const all = filesOf(files.get(release)!, true);
		if (disk.bytes + disk.missing(all) > limit) break;
		disk.add(all);
		keep({ release, reason: 'latest', withSnapshot: true });
	}
	return { releases: kept, bytes: disk.bytes };
}

function filesOf({ files, snapshot }: StoredRelease, withSnapshot: boolean): readonly DiskFile[] {
	return withSnapshot ? [...files, ...snapshot] : files;
}

/** Adds up the sizes of files. A file that several releases share counts once. */
class DiskUse {
	readonly #known = new Set<string>();
	bytes = 0;

	add(files: readonly DiskFile[]): void {
		this.bytes += this.missing(files);
		for (const { id } of files) this.#known.add(id);
	}

	/** Returns how many bytes more these files need. */
	missing(files: readonly DiskFile[]): number {
		const unknown = new Map(files.filter(({ id }) => !this.#known.has(id)).map(({ id, bytes }) => [id, bytes]));
		return unknown.values().reduce((sum, bytes) => sum + bytes, 0);
	}
}

/** Returns the disk that releases need together, in bytes. */
export function bytesTogether(stored: readonly StoredRelease[]): number {
	const disk = new DiskUse();
	for (const one of stored) disk.add(filesOf(one, true));
	return disk.bytes;
}

/** Returns the bytes of each release that no other release needs, so what removing it would free. */
export function ownBytes(stored: readonly StoredRelease[]): ReadonlyMap<string, number> {
	const users = new Map<string, number>();
	const all = stored.map((one) => ({ release: one.release, files: filesOf(one, true) }));
	for (const { files } of all) for (const { id } of files) users.set(id, (users.get(id) ?? 0) + 1);
	return new Map(
		all.map(({ release, files }) => [
			release,
			files.reduce((sum, { id, bytes }) => sum + (users.get(id) === 1 ? bytes : 0), 0),
		]),
	);
}
