/** The plans that follow from a proved claim: that of the account, and the one that marks the organization as claimed. */
import { get, run, type Work } from './database.ts';
import { addProposal } from './proposal-store.ts';

/** Raises the plan of an account from free to claimed. Returns false if it has another plan. */
export function* raisePlan(account: string): Work<boolean> {
	return (yield* run(`UPDATE accounts SET plan = 'claimed' WHERE id = @account AND plan = 'free'`, { account })) === 1;
}

/** Makes the plan of an account free again, unless another claim keeps it up. */
export function* lowerPlan(account: string): Work<void> {
	const other = yield* get<{ id: string }>(
		`SELECT id FROM claims WHERE account_id = @account AND status = 'verified' ORDER BY id LIMIT 1`,
		{ account },
	);
	if (other !== undefined) {
		yield* run('UPDATE claims SET raised = TRUE WHERE id = @id', other);
		return;
	}
	yield* run(`UPDATE accounts SET plan = 'free' WHERE id = @account AND plan = 'claimed'`, { account });
}

/** The author of the proposals about the plans of organizations. */
const AUTHOR = 'Claims';

/** Proposes a plan for an organization, which marks it as claimed or not. */
export function* proposePlan(organization: string, plan: string, before: string, now: string): Work<void> {
	const fields = { plan };
	const base = { plan: before };
	yield* addProposal(
		{ account_id: null, author: AUTHOR, kind: 'organization', target: organization, fields, base },
		now,
	);
}

/** SQL that finds the proposal about the plan of an organization, if it waits. */
export function waitingMark(organization: string): string {
	return `kind = 'organization' AND target = ${organization} AND author = '${AUTHOR}' AND account_id IS NULL
		AND status = 'pending'`;
}

/** Withdraws the proposal about the plan of an organization, if it waits. Returns the plan that it has proposed. */
export function* withdrawMark(organization: string, now: string): Work<string | undefined> {
	const waiting = waitingMark('@organization');
	const found = yield* get<{ fields: string }>(`SELECT fields FROM proposals WHERE ${waiting}`, { organization });
	if (found === undefined) return undefined;
	const withdraw = `UPDATE proposals SET status = 'withdrawn', updated_at = @now, settled_at = @now WHERE ${waiting}`;
	yield* run(withdraw, { organization, now });
	return JSON.parse(found.fields).plan;
}
