/** Checks proved claims again, because an organization can lose its website, or take back that an account speaks for it. */
import { readListed } from '../api/account/read-listed.ts';
import { toTimestamp } from '../shared/to-timestamp.ts';
import { type Claim, MOST_FAILED_CHECKS } from '../state/claim-store.ts';
import { placesAt, problemOf } from './claim-checks.ts';
import type { Listings } from './claims.ts';
import { type AccountContext, recordEvent } from './context.ts';

/** @param inform logs that a claim could not be proved, or has ended */
export function claimRechecks(context: AccountContext, inform: (message: string) => void) {
	const { state, mail } = context;

	async function check(claim: Claim, listings: Listings): Promise<void> {
		const { id, account_id: account, organization: slug, method } = claim;
		const listed = readListed(listings, 'organizations', slug);
		const places = placesAt((listed?.fields.website_url ?? null) as string | null);
		// Without a website, nothing can be checked. That is not the account's fault.
		if (listed === undefined || places === undefined || method === 'editor' || method === null) return;
		const problem = await problemOf(context, claim, places, method);
		const now = toTimestamp(new Date());
		if (problem === undefined) {
			await state.claims.verify(id, method, undefined, now);
			return;
		}
		const failed = await state.claims.noteFailedCheck(claim, problem, now);
		if (failed === undefined) return;
		inform(`the claim of ${slug} could not be proved again: ${problem}`);
		const to = (await state.accounts.findById(account))?.email;
		const about = { account, organization: slug, name: listed.organizationName };
		if (failed === 1 && to !== undefined) await mail?.add({ kind: 'claim_failing', to, ...about });
		if (failed < MOST_FAILED_CHECKS || !(await state.claims.withdraw(id, now))) return;
		inform(`the claim of ${slug} has ended`);
		await recordEvent(context, account, 'claim_ended', undefined, slug);
		if (to !== undefined) await mail?.add({ kind: 'claim_ended', to, ...about });
	}

	return {
		/**
		 * Checks claims again. After MOST_FAILED_CHECKS failed checks, a claim ends. Its owner gets an email after the first one
		 * and when it ends.
		 *
		 * @param due see `ClaimStore.due`
		 * @param signal stops between two claims
		 */
		async proveAgain(due: readonly Claim[], listings: Listings, signal?: AbortSignal): Promise<void> {
			for (const claim of due) if (!signal?.aborted) await check(claim, listings);
		},
	};
}
