/** Makes sure that restoring a backup brings back nothing that has ended since the backup was made. */
import type Database from 'better-sqlite3';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import { addRows } from '../sqlite/rows.ts';
import { settleProposals } from './proposal-endings.ts';
import type { Row, Side, Table } from './side.ts';

/** The rows of the replaced state that tell what has ended. */
export type Endings = { readonly [table in (typeof TELLING)[number]]: readonly Row[] };

const TELLING = [
	'keys',
	'sessions',
	'two_factors',
	'verifications',
	'sign_ups',
	'jobs',
	'proposals',
	'webhooks',
	'webhook_messages',
	'webhook_deliveries',
	'webhook_releases',
	'idempotency_keys',
	'claims',
	'saved_lists',
	'deleted_accounts',
] as const;

/**
 * Links, codes, pending sign-ups, jobs that wait and the responses to repeated requests live for a day at most, so those of
 * the replaced state replace the backup's. So do webhooks: nothing is sent to an address that its owner has removed, or
 * signed with a secret that was replaced, and no release is announced twice.
 */
const REPLACED = [
	'verifications',
	'sign_ups',
	'jobs',
	'idempotency_keys',
	'webhooks',
	'webhook_messages',
	'webhook_deliveries',
	'webhook_releases',
] as const satisfies readonly Table[];

/** What does not come back, although it is in the backup. */
export interface EndedAgain {
	/** The keys that were revoked, or whose end came closer because they were rotated. */
	readonly ended: number;
	/** The keys that the previous state does not have, and that are therefore revoked. */
	readonly missing: number;
	/** The accounts that were deleted. */
	readonly accounts: number;
	/** The sessions that ended. */
	readonly sessions: number;
	/** The recovery codes that were used or replaced. */
	readonly recoveryCodes: number;
}

/** Returns undefined if the state has never had an account. Then it tells nothing about what has ended. */
export async function readEndings({ rows, count }: Pick<Side, 'rows' | 'count'>): Promise<Endings | undefined> {
	if ((await count('accounts')) === 0 && (await count('deleted_accounts')) === 0) return undefined;
	const read: [string, readonly Row[]][] = [];
	for (const table of TELLING) read.push([table, (await Array.fromAsync(rows(table))).flat()]);
	return Object.fromEntries(read) as Endings;
}

/**
 * Ends in a copy of a backup what has ended in the state that it replaces.
 *
 * @param now when the restore revokes keys
 * @param isRecent whether all keys and claims that have ended since the backup are still in the previous state. Otherwise, a
 *   key that the previous state does not have is revoked, and such a claim withdrawn
 */
export function endAgain(copy: Database.Database, previous: Endings, now: Date, isRecent: boolean): EndedAgain {
	const accounts = deleteAccounts(copy, previous.deleted_accounts);
	for (const table of REPLACED) {
		copy.exec(`DELETE FROM ${table}`);
		addRows(copy, table, previous[table].filter(isOfKnownAccount(copy)));
	}
	settleProposals(copy, previous.proposals.filter(isOfKnownAccount(copy)));
	withdrawClaims(copy, previous.claims, now, isRecent);
	closeFeeds(copy, previous.saved_lists);
	return {
		accounts,
		sessions: endSessions(copy, previous.sessions),
		recoveryCodes: endRecoveryCodes(copy, previous.two_factors),
		ended: endKeys(copy, previous.keys),
		missing: isRecent ? 0 : revokeMissing(copy, previous.keys, now),
	};
}

/** Makes a test for rows that are about no account, or about one that the copy has. */
function isOfKnownAccount(copy: Database.Database): (row: Row) => boolean {
	const find = copy.prepare('SELECT 1 FROM accounts WHERE id = ?');
	return ({ account_id = null }) => account_id === null || find.get(account_id) !== undefined;
}

function deleteAccounts(copy: Database.Database, deleted: readonly Row[]): number {
	const note = copy.prepare('INSERT INTO deleted_accounts (id) VALUES (@id) ON CONFLICT DO NOTHING');
	for (const row of deleted) note.run(row);
	return copy.prepare('DELETE FROM accounts WHERE id IN (SELECT id FROM deleted_accounts)').run().changes;
}

function endSessions(copy: Database.Database, previous: readonly Row[]): number {
	return copy
		.prepare('DELETE FROM sessions WHERE id NOT IN (SELECT value FROM json_each(?))')
		.run(JSON.stringify(previous.map(({ id }) => id))).changes;
}

/** An account whose two-factor authentication has been turned off since keeps the codes of the backup. */
function endRecoveryCodes(copy: Database.Database, previous: readonly Row[]): number {
	const codesOf = copy
		.prepare<[unknown], string>('SELECT recovery_codes FROM two_factors WHERE account_id = ?')
		.pluck();
	const set = copy.prepare('UPDATE two_factors SET recovery_codes = ? WHERE account_id = ?');
	let ended = 0;
	for (const { account_id, recovery_codes } of previous) {
		const codes: string[] = JSON.parse(codesOf.get(account_id) ?? '[]');
		const left = codes.filter((code) => JSON.parse(recovery_codes as string).includes(code));
		if (left.length < codes.length) set.run(JSON.stringify(left), account_id);
		ended += codes.length - left.length;
	}
	return ended;
}

/**
 * A claim that was withdrawn since the backup stays withdrawn, also if the account has started it anew since, which gives it
 * another ID. The plan that it had raised is free again, unless another claim keeps it up.
 */
function withdrawClaims(copy: Database.Database, previous: readonly Row[], now: Date, isRecent: boolean): void {
	const latest = new Map(previous.flatMap((row) => [[placeOf(row), row] as const, [row.id, row] as const]));
	const claims = copy
		.prepare<[], Row>("SELECT id, account_id, organization, raised FROM claims WHERE status <> 'withdrawn'")
		.all();
	const withdraw = copy.prepare("UPDATE claims SET status = 'withdrawn', ended_at = ?, raised = 0 WHERE id = ?");
	const others = "FROM claims WHERE account_id = @account AND status = 'verified'";
	const raise = copy.prepare(`UPDATE claims SET raised = 1 WHERE id = (SELECT id ${others} ORDER BY id LIMIT 1)`);
	const lower = copy.prepare(
		`UPDATE accounts SET plan = 'free' WHERE id = @account AND plan = 'claimed' AND NOT EXISTS (SELECT 1 ${others})`,
	);
	const raised = new Set<unknown>();
	for (const claim of claims) {
		// Its organization may have been renamed since the backup.
		const last = latest.get(claim.id) ?? latest.get(placeOf(claim));
		if (!hasEnded(claim, last, isRecent)) continue;
		withdraw.run(last?.ended_at ?? toTimestamp(now), claim.id);
		if (claim.raised === 1) raised.add(claim.account_id);
	}
	for (const account of raised) {
		raise.run({ account });
		lower.run({ account });
	}
}

/** An account has one claim of an organization. */
const placeOf = ({ account_id, organization }: Row) => `${account_id} ${organization}`;

/** @param last the claim in its place in the previous state */
function hasEnded(claim: Row, last: Row | undefined, isRecent: boolean): boolean {
	if (last === undefined) return !isRecent;
	return last.status === 'withdrawn' || (last.id !== claim.id && last.status !== 'verified');
}

/** A feed has the address that it had last. A former address, and that of a closed feed, stays unknown. */
function closeFeeds(copy: Database.Database, previous: readonly Row[]): void {
	copy.exec('UPDATE saved_lists SET feed_hash = NULL, feed_at = NULL');
	const open = copy.prepare(
		`INSERT INTO saved_lists (account_id, version, feed_hash, feed_at)
		 SELECT id, @version, @feed_hash, @feed_at FROM accounts WHERE id = @account_id
		 ON CONFLICT (account_id) DO UPDATE SET feed_hash = excluded.feed_hash, feed_at = excluded.feed_at`,
	);
	for (const row of previous) if (row.feed_hash !== null) open.run(row);
}

function endKeys(copy: Database.Database, previous: readonly Row[]): number {
	const end = copy.prepare(
		`UPDATE keys SET revoked_at = coalesce(revoked_at, @revoked_at),
			expires_at = CASE WHEN @expires_at < coalesce(expires_at, 'never') THEN @expires_at ELSE expires_at END
		 WHERE id = @id AND (revoked_at IS NULL AND @revoked_at IS NOT NULL OR @expires_at < coalesce(expires_at, 'never'))`,
	);
	return previous.reduce(
		(sum, { id, revoked_at, expires_at }) => sum + end.run({ id, revoked_at, expires_at }).changes,
		0,
	);
}

function revokeMissing(copy: Database.Database, previous: readonly Row[], now: Date): number {
	const kept = JSON.stringify(previous.map(({ id }) => id));
	return copy
		.prepare('UPDATE keys SET revoked_at = ? WHERE revoked_at IS NULL AND id NOT IN (SELECT value FROM json_each(?))')
		.run(toTimestamp(now), kept).changes;
}
