/**
 * Reads the history in small steps, for servers. New publications are visible immediately, no matter which process made
 * them.
 */
import type Database from 'better-sqlite3';
import {
	CHANGE_KINDS,
	type ChangeKind,
	type ChangesSince,
	type ChangesStart,
	type StoredChange,
} from '../../catalog/change.ts';
import { isLocked } from '../../shared/sqlite.ts';
import { lastSwitch } from '../readable-snapshots.ts';
import { type OpenHistory, openForReading, type Publication } from './history-file.ts';
import { type ChangeFilter, type FollowedRecord, type NumberedChange, newestReader } from './newest-changes.ts';

/** The size of SQLite's page cache, in KiB. */
const PAGE_CACHE = 1024;

export class HistoryReader {
	readonly #file: string;
	#open: { readonly file: OpenHistory; readonly reader: Reader } | undefined;

	/** The file need not exist yet. It is opened when it is first needed, and reopened if another file replaces it. */
	constructor(file: string) {
		this.#file = file;
	}

	/**
	 * Reads the changes after a start, in order.
	 *
	 * @returns undefined if the history does not go back to the start, or if there is no history yet
	 * @throws SqliteError when the file cannot be read
	 */
	since(start: ChangesStart, kinds: ReadonlySet<ChangeKind>, offset: number, limit: number): ChangesSince | undefined {
		return this.#reader()?.since(start, kinds, offset, limit);
	}

	/** Returns the time of the first publication, if there is a history. @throws SqliteError when it cannot be read */
	begins(): string | undefined {
		return this.#reader()?.begins();
	}

	/** Returns the release that was published last, if there is a history. @throws an error when it cannot be read */
	lastRelease(): string | undefined {
		return this.#reader()?.lastRelease();
	}

	/**
	 * Reads the latest changes, newest first, except hidden ones and those that only change dates.
	 *
	 * @param before the number of a change. Only changes with lower numbers are returned.
	 * @throws SqliteError when the file cannot be read
	 */
	newest(filter: ChangeFilter, before: number, limit: number): NumberedChange[] {
		return this.#reader()?.newest(filter, before, limit) ?? [];
	}

	/**
	 * Reads the latest changes of some records since a time for each, like `newest`. Reads at most `limit` changes of each
	 * record.
	 *
	 * @throws SqliteError when the file cannot be read
	 */
	newestOf(kind: ChangeKind, records: readonly FollowedRecord[], limit: number): NumberedChange[] {
		return this.#reader()?.newestOf(kind, records, limit) ?? [];
	}

	#reader(): Reader | undefined {
		if (this.#open !== undefined && !this.#open.file.isCurrent()) this.close();
		if (this.#open === undefined) {
			const file = openForReading(this.#file);
			if (file === undefined) return undefined;
			const { db } = file;
			try {
				db.pragma(`cache_size = -${PAGE_CACHE}`);
				const first = db.prepare<[], string>('SELECT at FROM publications ORDER BY seq LIMIT 1').pluck();
				const last = db.prepare<[], string>('SELECT release FROM publications ORDER BY seq DESC LIMIT 1').pluck();
				const reader = {
					since: sinceReader(db),
					begins: () => first.get(),
					lastRelease: () => last.get(),
					...newestReader(db),
				};
				this.#open = { file, reader };
			} catch (error) {
				db.close();
				throw error;
			}
		}
		return this.#open.reader;
	}

	close(): void {
		this.#open?.file.db.close();
		this.#open = undefined;
	}
}

type Reader = Pick<HistoryReader, 'since' | 'begins' | 'lastRelease' | 'newest' | 'newestOf'>;

function sinceReader(db: Database.Database): Reader['since'] {
	const latestOf = db.prepare<[string], Publication>(
		'SELECT * FROM publications WHERE snapshot = ? ORDER BY seq DESC LIMIT 1',
	);
	const last = db.prepare<[], Publication>('SELECT * FROM publications ORDER BY seq DESC LIMIT 1');
	const at = db.prepare<[number], Publication>('SELECT * FROM publications WHERE seq = ?');
	// The smallest number, not the earliest time, so that no change is missed if the clock was set back.
	const published = db.prepare<[string], number | null>('SELECT min(seq) FROM publications WHERE at >= ?').pluck();
	/** Finds the next publication that raises the number of changes to the chosen kinds of record above a position. */
	const next = db.prepare<unknown[], Publication>(
		`SELECT * FROM publications WHERE seq > ? AND ${CHANGE_KINDS.map((kind) => `${kind} * ?`).join(' + ')} > ?
		 ORDER BY seq LIMIT 1`,
	);
	const between = db.prepare<[number, number], Omit<StoredChange, 'at'>>(
		'SELECT * FROM changes WHERE number >= ? AND number < ? ORDER BY number',
	);

	function currentAt(time: string): Publication | undefined {
		const next = published.get(time) ?? undefined;
		return next === undefined ? last.get() : at.get(next - 1);
	}

	function read(
		from: ChangesStart,
		kinds: ReadonlySet<ChangeKind>,
		offset: number,
		limit: number,
	): ChangesSince | undefined {
		const start = 'time' in from ? currentAt(from.time) : latestOf.get(from.snapshot);
		if (start === undefined) return undefined;
		const end = last.get()!;
		const weights = CHANGE_KINDS.map((kind) => Number(kinds.has(kind)));
		const countIn = (publication: Publication) =>
			CHANGE_KINDS.reduce((sum, kind, index) => sum + publication[kind] * weights[index]!, 0);
		const changes: StoredChange[] = [];
		let position = countIn(start) + offset;
		let seq = start.seq;
		while (changes.length < limit) {
			const publication = next.get(seq, ...weights, position);
			if (publication === undefined) break;
			seq = publication.seq;
			const before = at.get(seq - 1)!;
			/** How many of the publication's changes come before the position. */
			let skipped = position - countIn(before);
			let number = before.total + 1;
			for (const kind of CHANGE_KINDS) {
				const count = publication[kind] - before[kind];
				if (kinds.has(kind)) {
					const from = Math.min(skipped, count);
					const to = Math.min(count, from + limit - changes.length);
					skipped -= from;
					if (to > from) {
						const rows = between.all(number + from, number + to);
						changes.push(...rows.map((row) => ({ ...row, at: publication.at })));
					}
				}
				number += count;
			}
			position = countIn(publication);
		}
		return { snapshot: end.snapshot, total: countIn(end) - countIn(start), changes };
	}

	// In a transaction, all queries of one call see the same history.
	return db.transaction(read);
}

/** How long a publication may take to write the history after it has switched to its release, in milliseconds. */
const PATIENCE = 60_000;

/**
 * Returns why the public history lacks what the current release has changed, as sentences. Returns undefined if it lacks
 * nothing, if the release was published less than a minute ago, or if there is no history.
 */
export async function historyProblem(
	out: string,
	history: Pick<HistoryReader, 'lastRelease'>,
): Promise<string | undefined> {
	const current = await lastSwitch(out).catch(() => undefined);
	if (current === undefined || Date.now() - current.at < PATIENCE) return undefined;
	try {
		const last = history.lastRelease();
		if (last === undefined || last === current.release) return undefined;
		return `The history of changes ends with the release ${last}. It lacks what ${current.release} has changed.`;
	} catch (error) {
		return isLocked(error) ? undefined : `The history of changes cannot be read: ${(error as Error).message}`;
	}
}
