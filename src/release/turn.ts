/** The order in which commands start and publish. The journal records it. */
import Database from 'better-sqlite3';
import { HOLDS_SCHEMA, type Hold, hold, holdsIn, settleHold } from './holds.ts';
import {
	explained,
	journalFile,
	LOCK_TIMEOUT,
	type Publication,
	type PublicationKind,
	publicationsIn,
	SCHEMA,
} from './journal.ts';
import { currentRelease } from './publish.ts';

/** How many publications the journal keeps. */
const KEPT = 1000;

/** The facts and actions available to a command while no other command publishes. */
export interface Publishing {
	/** All publications, the latest first. */
	readonly publications: readonly Publication[];
	/** Whether builds must not publish. This is the case after a rollback, until a user publishes a release. */
	readonly isPaused: boolean;
	/** Records that this command published the release `id`. Returns all publications, latest first. */
	record(id: string): readonly Publication[];
	/** Returns all holds, latest first. */
	holds(): readonly Hold[];
	/** Records that this command built the release `id`, but did not publish it for these reasons. */
	hold(id: string, reasons: readonly string[]): void;
	/** Records why a user publishes a held release. */
	settleHold(id: string, because: string | undefined): void;
}

/** The place of a command in the order in which commands started. */
export class Turn {
	readonly #out: string;
	readonly #kind: PublicationKind;
	readonly #db: Database.Database;
	#number: number;

	/**
	 * Records the start of a command. The start determines the command's position in the order.
	 *
	 * @throws UserError if another command is still publishing after two minutes, or if the journal cannot be used
	 */
	constructor(out: string, kind: PublicationKind = 'build') {
		this.#out = out;
		this.#kind = kind;
		this.#db = new Database(journalFile(out), { timeout: LOCK_TIMEOUT });
		try {
			this.#begin();
			this.#number = this.#start(kind);
			this.#db.exec('COMMIT');
		} catch (error) {
			this.#db.close();
			throw explained(error, journalFile(out));
		}
	}

	/** Locks the journal, and adds a publication that is not in it yet. */
	#begin(): void {
		this.#db.exec(`BEGIN IMMEDIATE; ${SCHEMA}; ${HOLDS_SCHEMA}`);
		const current = currentRelease(this.#out);
		const isKnown = current === undefined || current === publicationsIn(this.#db)[0]?.release;
		if (!isKnown) this.#complete(this.#start(this.#unfinishedKind()), current);
	}

	/**
	 * Returns the kind of a publication that is not in the journal yet. If a rollback was killed after it changed the link,
	 * the publication counts as that rollback, so that builds stay paused. Otherwise, a user has changed the link.
	 */
	#unfinishedKind(): PublicationKind {
		const rollbacks = this.#db.prepare("DELETE FROM journal WHERE kind = 'rollback' AND release IS NULL").run();
		return rollbacks.changes > 0 ? 'rollback' : 'link';
	}

	#start(kind: PublicationKind): number {
		return Number(this.#db.prepare('INSERT INTO journal (kind) VALUES (?)').run(kind).lastInsertRowid);
	}

	#complete(number: number, release: string, publishedAt = new Date().toISOString()): void {
		this.#db
			.prepare('UPDATE journal SET release = ?, published_at = ? WHERE number = ?')
			.run(release, publishedAt, number);
	}

	/** Removes this turn's row, unless it is a publication. */
	#forget(): void {
		this.#db.prepare('DELETE FROM journal WHERE number = ? AND release IS NULL').run(this.#number);
	}

	/** Runs `work` while no other command publishes. */
	async publish<T>(work: (publishing: Publishing) => Promise<T>): Promise<T> {
		try {
			this.#begin();
		} catch (error) {
			throw explained(error, journalFile(this.#out));
		}
		try {
			const publications = publicationsIn(this.#db);
			const latest = publications[0];
			return await work({
				publications,
				isPaused: latest?.kind === 'rollback',
				record: (id) => this.#record(id, latest),
				holds: () => holdsIn(this.#db),
				hold: (id, reasons) => hold(this.#db, id, reasons),
				settleHold: (id, because) => settleHold(this.#db, id, because),
			});
		} finally {
			// Keep what was recorded even if `work` fails afterwards, because those releases have been published.
			if (this.#db.inTransaction) this.#db.exec('COMMIT');
		}
	}

	#record(id: string, latest: Publication | undefined): readonly Publication[] {
		// A new number comes after everything that has been published so far.
		this.#forget();
		this.#number = this.#start(this.#kind);
		// Even after a thousand builds of the same data, the other releases must still be in the journal.
		const isSame = latest?.release === id && this.#kind === 'build';
		if (isSame) this.#db.prepare('DELETE FROM journal WHERE number = ?').run(latest.number);
		this.#complete(this.#number, id, isSame ? latest.published_at : undefined);
		this.#db.prepare('DELETE FROM journal WHERE number < ? AND release IS NULL').run(this.#number);
		this.#db
			.prepare('DELETE FROM journal WHERE number NOT IN (SELECT number FROM journal ORDER BY number DESC LIMIT ?)')
			.run(KEPT);
		return publicationsIn(this.#db);
	}

	close(): void {
		this.#forget();
		this.#db.close();
	}
}
