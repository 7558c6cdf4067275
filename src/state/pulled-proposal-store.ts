import { type Database, get, run } from './database.ts';
import { daysFrom } from './keys/create.ts';
import { insertProposal } from './proposal-store.ts';
import type { NewProposal, Proposal } from './proposals/proposal.ts';
import { asProposal, INSERT_PROPOSAL, PROPOSAL_COLUMNS, type ProposalRow, rowOf } from './proposals/row.ts';

/** The maximum number of proposals of one origin that wait here. */
export const MOST_PULLED = 5000;

/** What became of proposals that were fetched. Those that are known already count nowhere. */
export interface Taken {
	readonly added: number;
	/** Their senders have edited them. */
	readonly replaced: number;
	/** They still wait at their origin, although their settlement was sent. It is sent again. */
	readonly toSendAgain: number;
	/** There was no more room for them. */
	readonly leftOut: number;
}

/** Copies of the proposals that wait at other directories, each with the directory's address as its origin. */
export class PulledProposalStore {
	readonly #db: Database;

	constructor(db: Database) {
		this.#db = db;
	}

	/**
	 * Takes over proposals that wait at another directory. A proposal that was settled here waits again if its sender has
	 * edited it since. Never changes a proposal of this directory or of another origin.
	 */
	async take(origin: string, proposals: readonly Proposal[]): Promise<Taken> {
		return this.#db.transaction(function* () {
			const taken = { added: 0, replaced: 0, toSendAgain: 0, leftOut: 0 };
			const counted = yield* get<{ waiting: number }>(COUNT, { origin });
			let { waiting } = counted!;
			for (const proposal of proposals) {
				const { id, version } = proposal;
				const known = yield* get<{ version: number }>('SELECT version FROM proposals WHERE id = @id', { id });
				if (known === undefined) {
					if (waiting >= MOST_PULLED) {
						taken.leftOut++;
						continue;
					}
					const added = yield* run(`${INSERT_PROPOSAL} ON CONFLICT DO NOTHING`, {
						...rowOf(proposal),
						...UNSETTLED,
						origin,
					});
					taken.added += added;
					waiting += added;
				} else if (known.version < version) {
					const { author, kind, target, fields, base, updated_at } = rowOf(proposal);
					const values = { id, version, origin, author, kind, target, fields, base, updated_at };
					taken.replaced += yield* run(REPLACE, values);
				} else {
					taken.toSendAgain += yield* run(SEND_AGAIN, { id, version, origin });
				}
			}
			return taken;
		});
	}

	async countWaiting(origin: string): Promise<number> {
		return (await this.#db.get<{ waiting: number }>(COUNT, { origin }))!.waiting;
	}

	/**
	 * Returns the IDs of the proposals of an origin that can still end there, in order: those that wait here, and reviews of
	 * which an earlier version was taken in.
	 *
	 * @param after begins after this ID
	 */
	async openIds(origin: string, after: string, most: number, now: Date): Promise<string[]> {
		const rows = await this.#db.all<{ id: string }>(
			`SELECT id FROM proposals WHERE origin = @origin AND id > @after AND ${OPEN}
			 AND (status = 'pending' OR settled_at > @since) ORDER BY id LIMIT @most`,
			{ origin, after, most, since: daysFrom(now, -DAYS_WATCHED) },
		);
		return rows.map(({ id }) => id);
	}

	/**
	 * Removes proposals that no longer wait at their origin, if they wait here, or if they lead to a proposal. Returns how
	 * many.
	 *
	 * @param wishOf returns a proposal to add because of that, however many wait
	 */
	async remove(
		origin: string,
		ids: readonly string[],
		now: string,
		wishOf: (removed: Proposal) => NewProposal | undefined = () => undefined,
	): Promise<number> {
		const open = `FROM proposals WHERE id = @id AND origin = @origin AND ${OPEN}`;
		return this.#db.transaction(function* () {
			let removed = 0;
			for (const id of ids) {
				const select = `SELECT ${PROPOSAL_COLUMNS} ${open} FOR UPDATE`;
				const proposal = asProposal(yield* get<ProposalRow>(select, { id, origin }));
				if (proposal === undefined) continue;
				const wish = wishOf(proposal);
				if (proposal.status !== 'pending' && wish === undefined) continue;
				removed += yield* run(`DELETE ${open}`, { id, origin });
				if (wish !== undefined) yield* insertProposal(wish, now);
			}
			return removed;
		});
	}

	/** Returns the settled proposals of an origin whose settlement was not sent yet, those that were settled first first. */
	async unreported(origin: string, { most, offset = 0 }: { most: number; offset?: number }): Promise<Proposal[]> {
		const rows = await this.#db.all<ProposalRow>(
			`SELECT ${PROPOSAL_COLUMNS} FROM proposals
			 WHERE origin = @origin AND status IN ('accepted', 'rejected') AND reported_at IS NULL
			 ORDER BY settled_at, id LIMIT @most OFFSET @offset`,
			{ origin, most, offset },
		);
		return rows.map((row) => asProposal(row)!);
	}

	/**
	 * Notes that the settlement of a version was sent to its origin, unless that was noted before.
	 *
	 * @param wish a proposal to add because of the answer, however many wait. It is added if the settlement is noted now
	 */
	async setReported({ id, version }: Pick<Proposal, 'id' | 'version'>, now: string, wish?: NewProposal): Promise<void> {
		const set = `UPDATE proposals SET reported_at = @now WHERE id = @id AND version = @version AND reported_at IS NULL
			AND origin IS NOT NULL AND status IN ('accepted', 'rejected')`;
		await this.#db.transaction(function* () {
			const noted = yield* run(set, { id, version, now });
			if (noted === 1 && wish !== undefined) yield* insertProposal(wish, now);
		});
	}
}

const COUNT = `SELECT count(*) AS waiting FROM proposals WHERE origin = @origin AND status = 'pending'`;

/** Rejecting a new version of a review does not take the earlier one out again. */
const OPEN = `(status = 'pending' OR (status = 'rejected' AND kind = 'review' AND change_id IS NOT NULL))`;
/**
 * For how many days rejected reviews are open. It is less than the time for which their origin keeps them, so that what is
 * missing there was deleted by its author.
 */
const DAYS_WATCHED = 360;

/** What a proposal that was pulled has here, whatever the other directory says. */
const UNSETTLED = {
	account_id: null,
	status: 'pending',
	reason: null,
	change_id: null,
	reported_at: null,
	settled_at: null,
} as const;

/** Keeps the change that has taken an earlier version in, in case that this one is withdrawn. */
const REPLACE = `UPDATE proposals SET fields = @fields, base = @base, author = @author, status = 'pending',
	version = @version, reason = NULL, reported_at = NULL, updated_at = @updated_at, settled_at = NULL
	WHERE id = @id AND origin = @origin AND kind = @kind AND target = @target AND version < @version`;

const SEND_AGAIN = `UPDATE proposals SET reported_at = NULL
	WHERE id = @id AND origin = @origin AND version = @version AND reported_at IS NOT NULL`;
