import { isDeepStrictEqual } from 'node:util';
import { all, get, listOf, lockAccount, run, runWith, Store, type Work } from './database.ts';
import {
	asProposal,
	INSERT_PROPOSAL,
	MOST_OF_ACCOUNT,
	MOST_WAITING,
	MOST_WITHDRAWN,
	NETWORK_SHARE,
	type NewProposal,
	newProposalId,
	PROPOSAL_COLUMNS,
	PROPOSAL_KINDS,
	type Proposal,
	type ProposalKind,
	type ProposalRefusal,
	type ProposalRow,
	rowOf,
	type Settlement,
	type Settling,
} from './proposals/proposal.ts';
import { emit } from './webhooks/emit.ts';

const BY_ID = `SELECT ${PROPOSAL_COLUMNS} FROM proposals WHERE id = @id`;

interface Part {
	readonly most: number;
	readonly offset?: number;
}

/** The proposals that wait for an editor, and what became of the others. */
export class ProposalStore extends Store {
	/**
	 * Adds a proposal that waits. If the sender has sent it before, returns the one that waits. If the sender has sent other
	 * values of the same fields, they are replaced. Returns the reason if it cannot be added.
	 *
	 * @param network the shortened IP address of the sender. Undefined if its network has no limit
	 */
	async add(proposal: NewProposal, now: string, network?: string): Promise<Proposal | ProposalRefusal> {
		return this.db.transaction(() => addProposal(proposal, now, network));
	}

	async get(id: string): Promise<Proposal | undefined> {
		return asProposal(await this.db.get<ProposalRow>(BY_ID, { id }));
	}

	/** Returns the proposals of an account, newest first, and how many there are. @param kinds only these kinds */
	async ofAccount(
		account: string,
		kinds: readonly ProposalKind[],
		{ most, offset = 0 }: Part,
	): Promise<{ readonly total: number; readonly proposals: Proposal[] }> {
		const where = `account_id = @account AND kind IN (${listOf(kinds)})`;
		const select = `SELECT ${PROPOSAL_COLUMNS} FROM proposals WHERE ${where}`;
		return this.db.snapshot(function* () {
			const count = yield* get<{ total: number }>(`SELECT count(*) AS total FROM proposals WHERE ${where}`, {
				account,
			});
			const order = 'ORDER BY created_at DESC, rowid DESC LIMIT @most OFFSET @offset';
			const rows = yield* all<ProposalRow>(`${select} ${order}`, { account, most, offset });
			return { total: count!.total, proposals: rows.map((row) => asProposal(row)!) };
		});
	}

	/** Returns the proposals that wait, oldest first. @param kinds only these kinds */
	async waiting({ most, offset = 0 }: Part, kinds: readonly ProposalKind[] = PROPOSAL_KINDS): Promise<Proposal[]> {
		const rows = await this.db.all<ProposalRow>(
			`SELECT ${PROPOSAL_COLUMNS} FROM proposals WHERE status = 'pending' AND kind IN (${listOf(kinds)})
			 ORDER BY created_at, rowid LIMIT @most OFFSET @offset`,
			{ most, offset },
		);
		return rows.map((row) => asProposal(row)!);
	}

	/** Counts the proposals of each kind that wait. Kinds of which none waits are left out. */
	async countWaiting(): Promise<{ readonly kind: ProposalKind; readonly waiting: number }[]> {
		return this.db.all(
			`SELECT kind, count(*) AS waiting FROM proposals WHERE status = 'pending' GROUP BY kind ORDER BY kind`,
		);
	}

	/**
	 * Makes the proposals of accounts follow records that were renamed or merged. If an account has reviewed both of two
	 * merged programs, its review of the former one stays apart.
	 *
	 * @param renamed the present slugs, by their former ones
	 */
	async rename(kinds: readonly ProposalKind[], renamed: ReadonlyMap<string, string>): Promise<void> {
		const rows = [...renamed].map(([former, present]) => ({ former, present }));
		await this.db.transaction(() => runWith(renameTargets(kinds), { columns: RENAMED, rows }));
	}

	/** Withdraws a proposal of an account. Returns false if the account has no such proposal that waits. */
	async withdraw(account: string, id: string, now: string): Promise<boolean> {
		const withdraw = `UPDATE proposals SET status = 'withdrawn', network = NULL, updated_at = @now, settled_at = @now
			WHERE id = @id AND account_id = @account AND status = 'pending'`;
		return (await this.db.run(withdraw, { account, id, now })) === 1;
	}

	/** Accepts or rejects a proposal. Of several attempts, in any number of processes, only the first one succeeds. */
	async settle(settlement: Settlement, now: string): Promise<Settling> {
		const clock = this.db.now;
		return this.db.transaction(function* () {
			const settling = yield* settleProposal(settlement, now);
			if (settling === 'settled') yield* tellSender(clock, settlement.id);
			return settling;
		});
	}
}

const RENAMED = { former: 'TEXT', present: 'TEXT' } as const;

const renameTargets = (kinds: readonly ProposalKind[]) => `UPDATE proposals SET target = given.present FROM given
	WHERE target = given.former AND account_id IS NOT NULL AND kind IN (${listOf(kinds)}) AND NOT EXISTS (
		SELECT 1 FROM proposals other WHERE other.kind = 'review' AND proposals.kind = 'review'
		AND other.account_id = proposals.account_id AND other.target = given.present)`;

/** Only editors decide, but an account can propose and withdraw again and again. */
const FORGET_WITHDRAWN = `DELETE FROM proposals WHERE id IN (
	SELECT id FROM proposals WHERE account_id = @account AND status = 'withdrawn'
	ORDER BY created_at DESC, id LIMIT 1000 OFFSET ${MOST_WITHDRAWN})`;

/** Adds a proposal in a transaction. See `ProposalStore.add`. */
export function* addProposal(
	proposal: NewProposal,
	now: string,
	network: string | null = null,
): Work<Proposal | ProposalRefusal> {
	const { account_id: account, kind } = proposal;
	if (account !== null) {
		yield* lockAccount(account);
		const found = yield* get<{ waiting: number; withdrawn: number }>(
			`SELECT (SELECT count(*) FROM proposals WHERE account_id = a.id AND status = 'pending') AS waiting,
				(SELECT count(*) FROM proposals WHERE account_id = a.id AND status = 'withdrawn') AS withdrawn
			 FROM accounts a WHERE id = @account`,
			{ account },
		);
		if (found === undefined) return 'no account';
		const sent = yield* sentAgain(proposal, now);
		if (sent !== undefined) return sent;
		if (found.waiting >= MOST_OF_ACCOUNT) return 'account full';
		if (found.withdrawn > MOST_WITHDRAWN) yield* run(FORGET_WITHDRAWN, { account });
	}
	if (kind === 'report') {
		const sent = yield* reportedAgain(proposal, now);
		if (sent !== undefined) return sent;
	}
	const counted = yield* get<{ waiting: number; near: number }>(
		`SELECT count(*) AS waiting, count(CASE WHEN network = @network THEN 1 END) AS near FROM proposals
		 WHERE status = 'pending' AND kind = @kind`,
		{ kind, network },
	);
	const most = MOST_WAITING[kind];
	if (counted!.near >= most * NETWORK_SHARE) return 'network full';
	if (counted!.waiting >= most) return 'full';
	const added = yield* insertProposal(proposal, now);
	if (network !== null) yield* run('UPDATE proposals SET network = @network WHERE id = @id', { id: added.id, network });
	return added;
}

/** Finds the account's proposal that waits with the same fields, and replaces its values if they differ. */
function* sentAgain({ account_id, ...proposal }: NewProposal, now: string): Work<Proposal | undefined> {
	const { kind, target, author, fields, base } = proposal;
	const rows = yield* all<ProposalRow>(
		`SELECT ${PROPOSAL_COLUMNS} FROM proposals
		 WHERE account_id = @account_id AND kind = @kind AND target = @target AND status = 'pending'`,
		{ account_id, kind, target },
	);
	const waiting = rows.map((row) => asProposal(row)!).find((one) => isDeepStrictEqual(namesIn(one), namesIn(proposal)));
	if (waiting === undefined || isDeepStrictEqual([waiting.fields, waiting.base], [fields, base])) return waiting;
	const changed: Proposal = { ...waiting, author, fields, base, version: waiting.version + 1, updated_at: now };
	const replace = `UPDATE proposals SET author = @author, fields = @fields, base = @base, version = @version,
		updated_at = @updated_at WHERE id = @id AND version = @version - 1 AND status = 'pending'`;
	const { id, version, updated_at, ...row } = rowOf(changed);
	const values = { id, author, fields: row.fields, base: row.base, version, updated_at };
	return (yield* run(replace, values)) === 1 ? changed : undefined;
}

/** The names of a proposal's fields, in order. A new record is one whole. */
function namesIn({ fields, base }: Pick<NewProposal, 'fields' | 'base'>): readonly string[] | null {
	return base === null ? null : Object.keys(fields).toSorted();
}

/** Finds the equal report that waits, and counts that it was sent again. */
function* reportedAgain({ target, fields }: NewProposal, now: string): Work<Proposal | undefined> {
	const count = `UPDATE proposals SET times = times + 1, updated_at = @now WHERE kind = 'report' AND status = 'pending'
		AND account_id IS NULL AND target = @target AND fields = @fields RETURNING ${PROPOSAL_COLUMNS}`;
	return asProposal(yield* get<ProposalRow>(count, { target, fields: JSON.stringify(fields), now }));
}

/** Adds a proposal in a transaction, however many wait. */
export function* insertProposal(proposal: NewProposal, now: string): Work<Proposal> {
	const added: Proposal = {
		...proposal,
		id: newProposalId(),
		status: 'pending',
		version: 1,
		reason: null,
		change_id: null,
		times: 1,
		created_at: now,
		updated_at: now,
		settled_at: null,
	};
	yield* run(INSERT_PROPOSAL, { ...rowOf(added) });
	return added;
}

/** Settles a proposal in a transaction. See `ProposalStore.settle`. */
function* settleProposal({ id, version, ...settlement }: Settlement, now: string): Work<Settling> {
	const settle = `UPDATE proposals SET status = @status, reason = @reason, change_id = @change_id, network = NULL, updated_at = @now,
		settled_at = @now WHERE id = @id AND version = @version AND status = 'pending'`;
	if ((yield* run(settle, { id, version, now, ...settlement })) === 1) return 'settled';
	const found = yield* get<ProposalRow>(BY_ID, { id });
	if (found === undefined) return 'missing';
	return found.status === 'pending' ? 'edited' : 'settled before';
}

/** Sends `proposal.settled` to the webhooks of the account that has proposed it. */
function* tellSender(clock: string, proposal: string): Work<void> {
	const found = asProposal(yield* get<ProposalRow>(BY_ID, { id: proposal }));
	if (found === undefined || found.account_id === null) return;
	const { account_id: account, id, kind, target, status, reason, settled_at } = found;
	const data = { id, kind, target, status, reason, settled_at };
	yield* emit(clock, { event: 'proposal.settled', account, data });
}
