import type { SentReview } from '../catalog/sent-review.ts';
import { all, get, lockAccount, run, Store, type Work } from './database.ts';
import { randomText } from './keys/secret.ts';
import { addProposal } from './proposal-store.ts';
import {
	asProposal,
	PROPOSAL_COLUMNS,
	type Proposal,
	type ProposalRefusal,
	type ProposalRow,
} from './proposals/proposal.ts';
import { isWritten, type OwnReview, ownReview, type WrittenReview } from './proposals/review.ts';

/** The author of an account's reviews. */
export interface Author {
	/** Identifies the author in the snapshot and the API. It is made once, and says nothing about the account. */
	readonly username: string;
	/** The name that pages show. */
	readonly name: string;
}

/** What an account sends. */
export interface ReviewToSend {
	/** The slug of the program. */
	readonly program: string;
	readonly review: SentReview;
	/** The name of the author, and its `nameKey`. Ignored if the account has an author already. */
	readonly author: { readonly name: string; readonly key: string };
}

/** Why a review was not sent. */
export type ReviewRefusal = ProposalRefusal | 'name taken';

/** The most proposals of an account about one program, and about all programs, that are read. */
const MOST_VERSIONS = 200;
const MOST_OF_ACCOUNT = 2000;

const OWN = `SELECT ${PROPOSAL_COLUMNS} FROM proposals WHERE account_id = @account AND kind = 'review'`;
const NEWEST_FIRST = 'ORDER BY created_at DESC, rowid DESC LIMIT @most';

const USERNAME_LENGTH = 10;
const ID_LENGTH = 12;

/** The reviews of accounts. They are proposals, and an account has at most one review of each program. */
export class ReviewStore extends Store {
	async authorOf(account: string): Promise<Author | undefined> {
		return this.db.get<Author>(AUTHOR, { account });
	}

	/** Returns the reviews of an account, those that changed last first. */
	async ofAccount(account: string): Promise<OwnReview[]> {
		const rows = await this.db.all<ProposalRow>(`${OWN} ${NEWEST_FIRST}`, { account, most: MOST_OF_ACCOUNT });
		return ownReviews(proposalsOf(rows)).toSorted(lastChangedFirst);
	}

	async ofProgram(account: string, program: string): Promise<OwnReview | undefined> {
		return this.db.snapshot(function* () {
			return ownReview(yield* versionsOf(account, program));
		});
	}

	/**
	 * Sends a review, or a new version of it. A version that waits is replaced. Returns the reason if it cannot be sent.
	 *
	 * @param network the shortened IP address of the writer
	 */
	async send(
		account: string,
		{ program, review, author }: ReviewToSend,
		now: string,
		network?: string,
	): Promise<OwnReview | ReviewRefusal> {
		return this.db.transaction(function* (): Work<OwnReview | ReviewRefusal> {
			yield* lockAccount(account);
			const signed = yield* authorFor(account, author, now);
			if (signed === undefined) return 'name taken';
			const versions = yield* versionsOf(account, program);
			const before = ownReview(versions);
			const fields: WrittenReview = {
				action: 'write',
				id: before?.id ?? `rev_${randomText(ID_LENGTH)}`,
				author_username: signed.username,
				author_display_name: signed.name,
				created_at: before?.approved?.created_at ?? now,
				...review,
			};
			const refusal = yield* before?.waiting !== undefined && isWritten(before.waiting.fields)
				? replaceWaiting(before.waiting.id, fields, now)
				: propose({ account, program, network, before }, fields, now);
			if (refusal !== undefined) return refusal;
			return ownReview(yield* versionsOf(account, program))!;
		});
	}

	/**
	 * Withdraws an account's review of a program, or only the new version that waits. A published review waits until an
	 * editor has taken it out.
	 *
	 * @returns false if there is nothing to withdraw
	 */
	async withdraw(
		account: string,
		program: string,
		what: 'review' | 'waiting',
		now: string,
	): Promise<boolean | ProposalRefusal> {
		return this.db.transaction(function* (): Work<boolean | ProposalRefusal> {
			yield* lockAccount(account);
			const own = ownReview(yield* versionsOf(account, program));
			if (own === undefined) return false;
			const { waiting, approved, id } = own;
			if (what === 'review' && waiting !== undefined && !isWritten(waiting.fields)) return false;
			if (waiting !== undefined) yield* endWaiting(waiting.id, now);
			if (what === 'waiting') return waiting !== undefined;
			if (approved === undefined) {
				yield* run(DROP_REJECTED, { account, program, now });
				return true;
			}
			const author = yield* get<Author>(AUTHOR, { account });
			const removal = { action: 'remove', id } as const;
			const added = yield* addProposal(
				{ account_id: account, author: author!.name, kind: 'review', target: program, fields: removal, base: null },
				now,
			);
			return typeof added === 'string' ? added : true;
		});
	}
}

const AUTHOR = 'SELECT username, name FROM authors WHERE account_id = @account';

/** Withdraws rejected versions too, so that the review is gone for its author. */
const DROP_REJECTED = `UPDATE proposals SET status = 'withdrawn', updated_at = @now
	WHERE account_id = @account AND kind = 'review' AND target = @program AND status = 'rejected'`;

/** Returns the author of an account, and makes one if there is none. Undefined if the name is taken. */
function* authorFor(account: string, { name, key }: ReviewToSend['author'], now: string): Work<Author | undefined> {
	const author = yield* get<Author>(AUTHOR, { account });
	if (author !== undefined) return author;
	const username = `member-${randomText(USERNAME_LENGTH).toLowerCase()}`;
	const add = `INSERT INTO authors (account_id, username, name, name_key, created_at)
		SELECT id, @username, @name, @key, @now FROM accounts WHERE id = @account ON CONFLICT DO NOTHING`;
	if ((yield* run(add, { account, username, name, key, now })) === 0) return undefined;
	return { username, name };
}

function* versionsOf(account: string, program: string): Work<Proposal[]> {
	const rows = yield* all<ProposalRow>(`${OWN} AND target = @program ${NEWEST_FIRST}`, {
		account,
		program,
		most: MOST_VERSIONS,
	});
	return proposalsOf(rows);
}

function* replaceWaiting(id: string, fields: WrittenReview, now: string): Work<undefined> {
	const replace = 'UPDATE proposals SET fields = @fields, version = version + 1, updated_at = @now WHERE id = @id';
	yield* run(replace, { id, fields: JSON.stringify(fields), now });
	return undefined;
}

interface Sender {
	readonly account: string;
	readonly program: string;
	readonly network: string | undefined;
	/** What the account has sent about the program before. */
	readonly before: OwnReview | undefined;
}

function* propose(
	{ account, program, network, before }: Sender,
	fields: WrittenReview,
	now: string,
): Work<ProposalRefusal | undefined> {
	// A withdrawal that waits is taken back.
	if (before?.waiting !== undefined) yield* endWaiting(before.waiting.id, now);
	const base = before?.approved === undefined ? null : { ...before.approved };
	const author = fields.author_display_name;
	const proposal = {
		account_id: account,
		author,
		kind: 'review',
		target: program,
		fields: { ...fields },
		base,
	} as const;
	const added = yield* addProposal(proposal, now, network);
	return typeof added === 'string' ? added : undefined;
}

function* endWaiting(id: string, now: string): Work<void> {
	const end = `UPDATE proposals SET status = 'withdrawn', network = NULL, updated_at = @now, settled_at = @now
		WHERE id = @id AND status = 'pending'`;
	yield* run(end, { id, now });
}

function proposalsOf(rows: readonly ProposalRow[]): Proposal[] {
	return rows.map((row) => asProposal(row)!);
}

/** Returns the reviews of an account that editors have approved, in a transaction. */
export function* approvedReviews(account: string): Work<OwnReview[]> {
	// Only accepted proposals tell which reviews are published, and they are kept.
	const accepted = `${OWN} AND status = 'accepted' ORDER BY created_at DESC, rowid DESC`;
	const rows = yield* all<ProposalRow>(accepted, { account });
	return ownReviews(proposalsOf(rows));
}

/** Reviews that changed in the same second are sorted by program. */
function lastChangedFirst(a: OwnReview, b: OwnReview): number {
	if (a.updated_at !== b.updated_at) return a.updated_at < b.updated_at ? 1 : -1;
	return a.program < b.program ? -1 : 1;
}

/** Groups the proposals of an account by program. @param proposals newest first */
function ownReviews(proposals: readonly Proposal[]): OwnReview[] {
	const byProgram = Map.groupBy(proposals, ({ target }) => target);
	return [...byProgram.values()].flatMap((versions) => ownReview(versions) ?? []);
}
