/** Decides which releases and snapshots to keep: by when they were published, within a limit of disk. */
import { dayOf, weekOf } from './calendar.ts';

/** The most releases of the last 24 hours that are kept. */
export const MOST_OF_LAST_DAY = 50;
/** For how many days the last release of each day is kept, and for how many weeks the last one of each week. */
export const KEPT_DAYS = 14;
export const KEPT_WEEKS = 8;

/** The limit of disk if the user sets none, in gigabytes. */
export const KEEP_DISK = 2;
const GIGABYTE = 1e9;
export const bytesOf = (gigabytes: number) => gigabytes * GIGABYTE;

const LAST_DAY = 86_400_000;

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

/** The time at which a release became current, in milliseconds since 1970. */
export interface PublishedAt {
	readonly release: string;
	readonly at: number;
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
	/** In any order, but of publications at the same time, the latest comes first. */
	readonly publications: readonly PublishedAt[];
	readonly needed: readonly NeededRelease[];
	/** The limit of disk, in bytes. Only releases that are needed may exceed it. */
	readonly limit: number;
	/** The current time, in milliseconds since 1970. */
	readonly now: number;
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
 * Chooses the releases to keep. Besides those that are needed, these are the last release of each of the latest days and
 * weeks, and all others of the last 24 hours. If they need more disk than the limit, the oldest of both go, so that a busy
 * day does not remove the days before, nor the days before the last hours.
 */
export function chooseReleases({ stored, publications, needed, limit, now }: Retention): Kept {
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
	for (const one of wanted(publications, now)) {
		const found = files.get(one.release);
		if (found === undefined) continue;
		const all = filesOf(found, one.withSnapshot);
		if (disk.bytes + disk.missing(all) > limit) break;
		disk.add(all);
		keep(one);
	}
	return { releases: kept, bytes: disk.bytes };
}

function filesOf({ files, snapshot }: StoredRelease, withSnapshot: boolean): readonly DiskFile[] {
	return withSnapshot ? [...files, ...snapshot] : files;
}

/** Returns the releases that are kept because of their time, the most important first. */
function wanted(publications: readonly PublishedAt[], now: number): NeededRelease[] {
	// If the clock was set back, later publications count as made now.
	const latestFirst = publications
		.map(({ release, at }) => ({ release, at: Math.min(at, now) }))
		.sort((a, b) => b.at - a.at);
	const [today, thisWeek] = [dayOf(now), weekOf(now)];
	const days = lastOfEach(latestFirst, ({ at }) => dayOf(at)).filter(({ at }) => today - dayOf(at) < KEPT_DAYS);
	const weeks = lastOfEach(latestFirst, ({ at }) => weekOf(at)).filter(({ at }) => thisWeek - weekOf(at) < KEPT_WEEKS);
	const of = (reason: string) => (release: string) => ({ release, reason, withSnapshot: true });
	const archive = [...idsOf(days).map(of('last of a day')), ...idsOf(weeks).map(of('last of a week'))];
	const archived = new Set(archive.map(({ release }) => release));
	const lastDay = idsOf(latestFirst.filter(({ at }) => now - at < LAST_DAY)).slice(0, MOST_OF_LAST_DAY);
	return alternating(archive, lastDay.filter((release) => !archived.has(release)).map(of('last 24 hours')));
}

const idsOf = (publications: readonly PublishedAt[]) => [...new Set(publications.map(({ release }) => release))];

/** Returns the items of two lists in turn. */
function alternating<T>(one: readonly T[], other: readonly T[]): T[] {
	const longest = Math.max(one.length, other.length);
	return Array.from({ length: longest }, (_, i) => [...one.slice(i, i + 1), ...other.slice(i, i + 1)]).flat();
}

function lastOfEach(latestFirst: readonly PublishedAt[], periodOf: (one: PublishedAt) => number): PublishedAt[] {
	const last = new Map<number, PublishedAt>();
	for (const one of latestFirst) if (!last.has(periodOf(one))) last.set(periodOf(one), one);
	return [...last.values()];
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
