import { lowerPlan, proposePlan, raisePlan, waitingMark, withdrawMark } from './claimed-plans.ts';
import { all, get, lockAccount, run, Store, type Work } from './database.ts';
import { daysFrom } from './keys/create.ts';
import { randomText } from './keys/secret.ts';

/** How a claim was proved: by a DNS record, by a file at the website, or an editor has granted it. */
export type ClaimMethod = 'dns' | 'file' | 'editor';

/**
 * `pending` until it is proved, then `verified`. If another account speaks for the organization already, it is
 * `contested` until an editor decides. `withdrawn` by its account or by an editor.
 */
export type ClaimStatus = 'pending' | 'contested' | 'verified' | 'withdrawn';

/** The claim of an account to speak for an organization. */
export interface Claim {
	readonly id: string;
	readonly account_id: string;
	/** The slug of the organization. */
	readonly organization: string;
	/** What the organization must publish to prove the claim. */
	readonly token: string;
	readonly status: ClaimStatus;
	readonly method: ClaimMethod | null;
	/** Why the last check failed, in one sentence. Null if it did not fail. */
	readonly problem: string | null;
	readonly checked_at: string | null;
	readonly created_at: string;
	readonly verified_at: string | null;
	/** When it was withdrawn. For a claim that was started again, when the account's former one was withdrawn. */
	readonly ended_at: string | null;
}

/** What happened to a claim that was proved. `missing` if it was withdrawn meanwhile, or does not exist. */
export type Verification = 'verified' | 'contested' | 'missing';

/** The maximum number of organizations that an account can claim at a time. */
export const MOST_CLAIMS = 50;

const TOKEN_LENGTH = 32;
const COLUMNS = `c.id, account_id, organization, token, status, method, problem, checked_at, c.created_at, verified_at,
	ended_at`;

/** After how many days a claim that was proved is checked again. After a check that failed, it is checked each day. */
const PROVED_FOR = 90;
/** After how many failed checks, one a day, a claim ends. */
export const MOST_FAILED_CHECKS = 14;

export class ClaimStore extends Store {
	/** Starts a claim, or returns the account's claim of the organization. A claim that was withdrawn starts again. */
	async start(account: string, organization: string, now: string): Promise<Claim | 'full' | 'no account'> {
		return this.db.transaction(() => startClaim(account, organization, now));
	}

	async get(id: string): Promise<Claim | undefined> {
		return this.db.get<Claim>(`SELECT ${COLUMNS} FROM claims c WHERE id = @id`, { id });
	}

	/** Returns the claims of an account that were not withdrawn, oldest first. */
	async ofAccount(account: string): Promise<Claim[]> {
		return this.db.all<Claim>(
			`SELECT ${COLUMNS} FROM claims c WHERE account_id = @account AND status <> 'withdrawn' ORDER BY created_at, id`,
			{ account },
		);
	}

	async speaksFor(account: string, organization: string): Promise<boolean> {
		const sql = `SELECT 1 FROM claims WHERE account_id = @account AND organization = @organization AND status = 'verified'`;
		return (await this.db.get(sql, { account, organization })) !== undefined;
	}

	/** All claims with the email addresses of their accounts, sorted by organization and email address. */
	async all(): Promise<(Claim & { readonly email: string })[]> {
		return this.db.all(
			`SELECT ${COLUMNS}, email FROM claims c JOIN accounts a ON a.id = account_id
			 ORDER BY organization, email`,
		);
	}

	async organizations(): Promise<string[]> {
		const rows = await this.db.all<Pick<Claim, 'organization'>>(
			'SELECT DISTINCT organization FROM claims ORDER BY organization',
		);
		return rows.map(({ organization }) => organization);
	}

	/**
	 * Moves the claims of an organization to the slug that it has now, with the proposal to mark it. If there are claims of
	 * that slug already, an editor decides which of them speaks for it, and nothing is moved.
	 *
	 * @returns false if an editor has to decide about a claim that was proved
	 */
	async move(from: string, to: string): Promise<boolean> {
		return this.db.transaction(function* () {
			if ((yield* get('SELECT 1 FROM claims WHERE organization = @to', { to })) !== undefined) {
				const verified = `SELECT 1 FROM claims WHERE organization = @from AND status IN ('contested', 'verified')`;
				return (yield* get(verified, { from })) === undefined;
			}
			yield* run('UPDATE claims SET organization = @to WHERE organization = @from', { from, to });
			yield* run(`UPDATE proposals SET target = @to WHERE ${waitingMark('@from')}`, { from, to });
			return true;
		});
	}

	/** Returns the proved claims that must be checked again, those first that were checked longest ago. */
	async due(now: Date): Promise<Claim[]> {
		const [proved, failed] = [PROVED_FOR, 1].map((days) => daysFrom(now, -days));
		return this.db.all<Claim>(
			`SELECT ${COLUMNS} FROM claims c WHERE status = 'verified' AND method IN ('dns', 'file')
			 AND checked_at < CASE WHEN failed_checks = 0 THEN @proved ELSE @failed END ORDER BY checked_at, id`,
			{ proved, failed },
		);
	}

	/**
	 * Notes that a proved claim could not be proved again. Returns how many checks in a row have failed, or undefined if
	 * another process has checked it in the meantime.
	 */
	async noteFailedCheck({ id, checked_at }: Claim, problem: string, now: string): Promise<number | undefined> {
		const note = `UPDATE claims SET problem = @problem, checked_at = @now, failed_checks = failed_checks + 1
			WHERE id = @id AND status = 'verified' AND checked_at = @checked_at RETURNING failed_checks`;
		const values = { id, checked_at, problem, now };
		const noted = await this.db.transaction(() => get<{ failed_checks: number }>(note, values));
		return noted?.failed_checks;
	}

	/** Notes why a check failed. */
	async noteProblem(id: string, problem: string, now: string): Promise<void> {
		const note = `UPDATE claims SET problem = @problem, checked_at = @now WHERE id = @id AND status = 'pending'`;
		await this.db.run(note, { id, problem, now });
	}

	/**
	 * Makes a claim verified, and raises the account's plan from free to claimed. If another account speaks for the
	 * organization, the claim is contested instead, unless an editor grants it. A verified claim stays so for longer.
	 *
	 * @param plan the organization's plan in the directory. If it is free, proposes to mark the organization as claimed
	 */
	async verify(id: string, method: ClaimMethod, plan: string | undefined, now: string): Promise<Verification> {
		return this.db.transaction(() => verifyClaim(id, method, plan, now));
	}

	/**
	 * Withdraws a claim. When the promise resolves, the account's keys have lost the scopes that came with it. If the claim
	 * raised the account's plan, and it has no other, the plan is free again.
	 *
	 * @returns false if there was nothing to withdraw
	 */
	async withdraw(id: string, now: string): Promise<boolean> {
		return this.db.transaction(() => withdrawClaim(id, now), { endsKeys: true });
	}
}

function* startClaim(account: string, organization: string, now: string): Work<Claim | 'full' | 'no account'> {
	yield* lockAccount(account);
	if ((yield* get('SELECT 1 FROM accounts WHERE id = @account', { account })) === undefined) return 'no account';
	const own = `SELECT ${COLUMNS} FROM claims c WHERE account_id = @account`;
	const claims = yield* all<Claim>(own, { account });
	const found = claims.find((claim) => claim.organization === organization);
	if (found !== undefined && found.status !== 'withdrawn') return found;
	if (claims.filter(({ status }) => status !== 'withdrawn').length >= MOST_CLAIMS) return 'full';
	if (found !== undefined) yield* run('DELETE FROM claims WHERE id = @id', { id: found.id });
	const token = randomText(TOKEN_LENGTH);
	const values = { id: `clm_${randomText(16)}`, account, organization, token, now, ended: found?.ended_at ?? null };
	yield* run(
		`INSERT INTO claims (id, account_id, organization, token, status, created_at, ended_at)
		 VALUES (@id, @account, @organization, @token, 'pending', @now, @ended)`,
		values,
	);
	return (yield* get<Claim>(`SELECT ${COLUMNS} FROM claims c WHERE id = @id`, { id: values.id }))!;
}

function* verifyClaim(id: string, method: ClaimMethod, plan: string | undefined, now: string): Work<Verification> {
	const claim = yield* get<Claim>(`SELECT ${COLUMNS} FROM claims c WHERE id = @id`, { id });
	if (claim === undefined) return 'missing';
	const { account_id: account, organization } = claim;
	yield* lockAccount(account);
	// Two accounts that prove the same claim at the same time wait for each other here.
	const claims = yield* all<Pick<Claim, 'id' | 'status'>>(
		'SELECT id, status FROM claims WHERE organization = @organization ORDER BY id FOR UPDATE',
		{ organization },
	);
	const status = claims.find((one) => one.id === id)?.status;
	if (status === 'verified') {
		const prove =
			'UPDATE claims SET method = @method, problem = NULL, failed_checks = 0, checked_at = @now WHERE id = @id';
		yield* run(prove, { id, method, now });
		return 'verified';
	}
	if (status === undefined || status === 'withdrawn') return 'missing';
	const isTaken = claims.some((one) => one.status === 'verified');
	if (isTaken && method !== 'editor') {
		const contest = `UPDATE claims SET status = 'contested', method = @method, problem = NULL, checked_at = @now WHERE id = @id`;
		yield* run(contest, { id, method, now });
		return 'contested';
	}
	if (!isTaken) yield* withdrawMark(organization, now);
	const raised = yield* raisePlan(account);
	yield* run(
		`UPDATE claims SET status = 'verified', method = @method, raised = ${raised ? 'TRUE' : 'FALSE'}, problem = NULL,
			checked_at = @now, verified_at = @now WHERE id = @id`,
		{ id, method, now },
	);
	if (plan === 'free' && !isTaken) yield* proposePlan(organization, 'claimed', 'free', now);
	return 'verified';
}

function* withdrawClaim(id: string, now: string): Work<boolean> {
	const found = yield* get<Claim>(`SELECT ${COLUMNS} FROM claims c WHERE id = @id`, { id });
	if (found === undefined) return false;
	const { account_id: account, organization } = found;
	yield* lockAccount(account);
	// If several accounts end the claims of an organization at the same time, they wait for each other here.
	const claims = yield* all<Pick<Claim, 'id' | 'status' | 'ended_at'> & { readonly raised: boolean | number }>(
		'SELECT id, status, raised, ended_at FROM claims WHERE organization = @organization ORDER BY id FOR UPDATE',
		{ organization },
	);
	const claim = claims.find((one) => one.id === id);
	if (claim === undefined || claim.status === 'withdrawn') return false;
	// It has never given a right that a backup could bring back, so nobody has to know of it.
	if (claim.status === 'pending' && claim.ended_at === null) {
		yield* run('DELETE FROM claims WHERE id = @id', { id });
		return true;
	}
	yield* run(`UPDATE claims SET status = 'withdrawn', raised = FALSE, ended_at = @now WHERE id = @id`, { id, now });
	if (claim.status !== 'verified') return true;
	if (claim.raised) yield* lowerPlan(account);
	const isLast = claims.every((one) => one === claim || one.status !== 'verified');
	if (isLast && (yield* withdrawMark(organization, now)) !== 'claimed') {
		yield* proposePlan(organization, 'free', 'claimed', now);
	}
	return true;
}

/** Ends the claims of an account that is about to be deleted. */
export function* endClaims(account: string, now: string): Work<void> {
	const claims = yield* all<{ id: string }>(
		`SELECT id FROM claims WHERE account_id = @account AND status <> 'withdrawn' ORDER BY organization`,
		{ account },
	);
	for (const { id } of claims) yield* withdrawClaim(id, now);
}
