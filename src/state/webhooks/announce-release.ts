/** Announces releases to webhooks, each once. */
import { get, run, type Work } from '../database.ts';
import { type Emitted, emit } from './emit.ts';

/** How many announced releases are remembered. */
const MOST_RELEASES = 1000;

/** A release to announce. */
export interface Announcement {
	/** The snapshot that is served now. */
	readonly snapshot: string;
	/** The snapshot that this process served before. Undefined if the process has just started. */
	readonly before: string | undefined;
	/** The snapshot that was announced last, on which the events are based. */
	readonly last: string | undefined;
}

export interface AnnouncedRelease {
	readonly snapshot: string;
	/** The latest release has the highest. */
	readonly place: number;
}

export const LAST_RELEASE = 'SELECT snapshot, place FROM webhook_releases ORDER BY place DESC LIMIT 1';

/**
 * Notes in a transaction that a release was announced, and puts its events on their way.
 *
 * @param clock the SQL of the database's clock
 * @returns false if another process has announced a release in the meantime
 */
export function* announceRelease(clock: string, release: Announcement, events: readonly Emitted[]): Work<boolean> {
	yield* get(`${LAST_RELEASE} FOR UPDATE`);
	// Waiting for the lock can take until another process has announced a release, so the last one is read again.
	const last = yield* get<AnnouncedRelease>(LAST_RELEASE);
	if (last?.snapshot !== release.last) return false;
	const place = (last?.place ?? 0) + 1;
	const values = { snapshot: release.snapshot, place };
	// Without an earlier release there was no row to lock. Then another process may have noted this one just now,
	// with the same place: adding it again is refused as a duplicate.
	const known = yield* run(
		'UPDATE webhook_releases SET place = @place WHERE snapshot = @snapshot AND place < @place',
		values,
	);
	if (known === 0) {
		yield* run('INSERT INTO webhook_releases (snapshot, place) VALUES (@snapshot, @place)', values);
	}
	yield* run(`DELETE FROM webhook_releases WHERE place <= @place - ${MOST_RELEASES}`, { place });
	for (const event of events) yield* emit(clock, event);
	return true;
}
