/**
 * Writes the history. Each method is one transaction, so a process that is killed leaves no incomplete changes behind.
 */
import type Database from 'better-sqlite3';
import type { Change, ChangeKind } from '../../catalog/change.ts';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import { type ChangeSelection, eraseRemoved, type Hidden, hideChanges, mentionsIn } from './hide.ts';
import { openHistoryFile, type Publication } from './history-file.ts';

/** A snapshot that has become public, with the release that was built from it. */
type NewPublication = Pick<Publication, 'snapshot' | 'release' | 'at'>;

/** The number of changes of each kind so far. */
type Counts = Pick<Publication, ChangeKind>;

export class HistoryWriter {
	readonly #db: Database.Database;

	constructor(file: string) {
		this.#db = openHistoryFile(file);
	}

	last(): Publication | undefined {
		return this.#db.prepare<[], Publication>('SELECT * FROM publications ORDER BY seq DESC LIMIT 1').get();
	}

	/** Clears the history, and starts a new one with this publication. */
	restart(publication: NewPublication): void {
		this.#write(() => {
			this.#db.exec('DELETE FROM mentions; DELETE FROM changes; DELETE FROM publications');
			this.#add(publication, 1, { category: 0, organization: 0, program: 0, review: 0 });
		});
	}

	/** Replaces the latest publication's release with another release of the same snapshot. */
	replaceRelease(release: string): void {
		this.#write(() => {
			this.#db
				.prepare('UPDATE publications SET release = ? WHERE seq = (SELECT max(seq) FROM publications)')
				.run(release);
		});
	}

	/**
	 * Adds a publication with its changes. Also erases the values of removed records, and removes publications and
	 * changes that are too old or too many.
	 *
	 * @param changes sorted by kind
	 * @param days for how many days changes are kept
	 * @throws any error that iterating over `changes` throws. In that case, the history stays unchanged.
	 */
	add(publication: NewPublication, changes: Iterable<Change>, days: number): void {
		this.#write(() => {
			const last = this.last()!;
			this.#add(publication, last.seq + 1, this.#addChanges(changes, last));
			eraseRemoved(this.#db, last.total);
			prune(this.#db, publication.at, days);
		});
	}

	/**
	 * Hides changes from pages and feeds, and erases their values. This cannot be undone.
	 *
	 * @param isTrial whether to find out only which changes would be hidden
	 */
	hide(selection: ChangeSelection, isTrial: boolean): Hidden {
		let hidden: Hidden | undefined;
		this.#write(() => {
			hidden = hideChanges(this.#db, selection, isTrial);
		});
		return hidden!;
	}

	/** Adds changes. Returns the number of changes of each kind so far, including the added ones. */
	#addChanges(changes: Iterable<Change>, last: Publication): Counts {
		const add = this.#db.prepare(
			'INSERT INTO changes (number, kind, id, op, fields, renamed_from, successor) VALUES (?, ?, ?, ?, ?, ?, ?)',
		);
		const mention = this.#db.prepare('INSERT OR IGNORE INTO mentions VALUES (?, ?, ?)');
		const counts = { ...last };
		let number = last.total;
		for (const change of changes) {
			const { kind, id, op } = change;
			number++;
			counts[kind]++;
			const fields = op === 'changed' ? change.fields : undefined;
			const renamedFrom = op === 'added' ? change.renamed_from : undefined;
			const successor = op === 'removed' ? change.successor : undefined;
			add.run(number, kind, id, op, fields && JSON.stringify(fields), renamedFrom, successor);
			for (const other of mentionsIn(fields ?? {})) mention.run(other.kind, other.id, number);
		}
		return counts;
	}

	#add({ snapshot, release, at }: NewPublication, seq: number, counts: Counts): void {
		const { category, organization, program, review } = counts;
		this.#db
			.prepare(
				`INSERT INTO publications (seq, snapshot, release, at, category, organization, program, review)
				 VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			)
			.run(seq, snapshot, release, at, category, organization, program, review);
	}

	#write(work: () => void): void {
		this.#db.transaction(work).immediate();
		// This also empties the write-ahead log beside the file, because the log may still contain erased values.
		this.#db.pragma('wal_checkpoint(TRUNCATE)');
	}

	[Symbol.dispose](): void {
		this.#db.close();
	}
}

/**
 * The maximum numbers of publications and changes to keep. If a client had to read more changes, a new export would be
 * faster.
 */
const MOST_PUBLICATIONS = 10_000;
const MOST_CHANGES = 2_000_000;
const DAY = 86_400_000;

/**
 * Removes publications that are too old, and the oldest ones if there are too many publications or changes. The latest
 * of the publications to remove is kept, but without its changes. It was current until the next publication, so clients
 * may still have its data.
 *
 * The clock may have been wrong at some publications. So ages count from the last publication that is a day older than
 * the latest one, and a publication is too old only if all before it are: a day with a wrong clock removes nothing.
 *
 * @param at the time of the latest publication
 * @param days for how many days changes are kept
 */
export function prune(db: Database.Database, at: string, days: number): void {
	const before = (time: string, days: number) => toTimestamp(new Date(Date.parse(time) - days * DAY));
	const dayBefore = db
		.prepare<[string], string | null>('SELECT max(at) FROM publications WHERE at <= ?')
		.pluck()
		.get(before(at, 1));
	// Every time is after an empty one.
	const oldest = dayBefore ? before(dayBefore, days) : '';
	const first = db
		.prepare<unknown[], { seq: number; total: number }>(
			`WITH latest AS (SELECT max(seq) AS seq, max(total) AS total FROM publications)
			 SELECT p.seq, p.total FROM publications p, latest
			 WHERE p.seq < latest.seq AND (p.seq < (SELECT min(seq) FROM publications WHERE at > ?) OR p.seq <= latest.seq - ? OR p.total <= latest.total - ?)
			 ORDER BY p.seq DESC LIMIT 1`,
		)
		.get(oldest, MOST_PUBLICATIONS, MOST_CHANGES);
	if (first === undefined) return;
	db.prepare('DELETE FROM publications WHERE seq < ?').run(first.seq);
	db.prepare('DELETE FROM changes WHERE number <= ?').run(first.total);
	db.prepare('DELETE FROM mentions WHERE number <= ?').run(first.total);
}
