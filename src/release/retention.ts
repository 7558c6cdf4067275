/**
 * Decides which releases and snapshots to keep: the latest ones, within a limit of disk. Their times do not matter, because
 * a clock that is wrong during one build would remove them all.
 */

/** How many of the latest releases are kept. */
export const MOST_RELEASES = 50;

const GIGABYTE = 1e9;
export const bytesOf = (gigabytes: number) => gigabytes * GIGABYTE;

export interface StoredRelease {
	readonly release: string;
	/** The size of the files in its folder, apart from the snapshot. */
	readonly bytes: number;
	/** The size of its copy of the snapshot; 0 if it has none. */
	readonly snapshot: number;
	/** The sizes of its packs, by name. Other releases can have the same packs. */
	readonly packs: ReadonlyMap<string, number>;
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
	const releases = new Map(stored.map((one) => [one.release, one]));
	const kept = new Map<string, KeptRelease>();
	const keep = ({ release, reason, withSnapshot }: NeededRelease) => {
		const before = kept.get(release);
		kept.set(release, {
			release,
			reasons: before === undefined ? [reason] : [...new Set([...before.reasons, reason])],
			withSnapshot: withSnapshot || (before?.withSnapshot ?? false),
		});
	};
	for (const one of needed) if (releases.has(one.release)) keep(one);
	const disk = new DiskUse();
	for (const { release, withSnapshot } of kept.values()) disk.add(filesOf(releases.get(release)!, withSnapshot));
	const latest = [...new Set(published)].filter((release) => releases.has(release)).slice(0, MOST_RELEASES);
	for (const release of latest) {
		const all = filesOf(releases.get(release)!, true);
		if (disk.bytes + disk.missing(all) > limit) break;
		disk.add(all);
		keep({ release, reason: 'latest', withSnapshot: true });
	}
	return { releases: kept, bytes: disk.bytes };
}

/** The sizes of the files that a release needs. Files of different releases with the same name are the same file. */
type Files = readonly (readonly [name: string, bytes: number])[];

function filesOf({ release, bytes, snapshot, packs }: StoredRelease, withSnapshot = true): Files {
	const own: Files = [
		[`files of ${release}`, bytes],
		...(withSnapshot ? [[`snapshot of ${release}`, snapshot] as const] : []),
	];
	return [...own, ...packs];
}

/** Adds up the sizes of files. A pack that several releases share counts once. */
class DiskUse {
	readonly #known = new Set<string>();
	bytes = 0;

	add(files: Files): void {
		this.bytes += this.missing(files);
		for (const [name] of files) this.#known.add(name);
	}

	/** Returns how many bytes more these files need. */
	missing(files: Files): number {
		return files.reduce((sum, [name, bytes]) => sum + (this.#known.has(name) ? 0 : bytes), 0);
	}
}

/** Returns the disk that releases need together, in bytes. */
export function bytesTogether(stored: readonly StoredRelease[]): number {
	const disk = new DiskUse();
	for (const one of stored) disk.add(filesOf(one));
	return disk.bytes;
}

/** Returns the bytes of each release that no other release needs, so what removing it would free. */
export function ownBytes(stored: readonly StoredRelease[]): ReadonlyMap<string, number> {
	const all = bytesTogether(stored);
	return new Map(stored.map((one) => [one.release, all - bytesTogether(stored.filter((other) => other !== one))]));
}
