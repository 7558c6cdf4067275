/** What has become of proposals since a backup stays so after the backup was restored. */
import type Database from 'better-sqlite3';
import { addRows } from '../sqlite/rows.ts';
import type { Row } from './side.ts';

/**
 * What an editor has settled, or its sender has edited or withdrawn, does not wait again as it was. Proposals that were
 * added since are lost with the replaced state, except those that end something.
 *
 * @param previous the proposals of the replaced state, of accounts that the copy has
 */
export function settleProposals(copy: Database.Database, previous: readonly Row[]): void {
	const settle = copy.prepare(
		`UPDATE proposals SET status = @status, version = @version, fields = @fields, base = @base, reason = @reason,
			change_id = @change_id, reported_at = @reported_at, updated_at = @updated_at, settled_at = @settled_at
		 WHERE id = @id AND version <= @version AND (status = 'pending' OR status = 'rejected' AND @status = 'withdrawn')`,
	);
	const find = copy.prepare('SELECT 1 FROM proposals WHERE id = ?');
	for (const { rowid, ...row } of previous) {
		if (find.get(row.id) !== undefined) settle.run(row);
		else if (endsSomething(row)) addRows(copy, 'proposals', [row]);
	}
}

/** Whether a proposal takes a review, its latest version or its author off the site, or the mark of a claim. */
function endsSomething({ kind, account_id, origin, fields }: Row): boolean {
	const { action, plan } = JSON.parse(fields as string);
	const isOwn = account_id === null && origin === null;
	// Only to bring an earlier version back does the directory itself propose to write a review.
	if (kind === 'review') return action !== 'write' || isOwn;
	return kind === 'organization' && account_id === null && plan === 'free';
}
