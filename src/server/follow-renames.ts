import type { Directory } from '../api/directory.ts';
import type { ClaimStore } from '../state/claim-store.ts';
import type { ProposalStore } from '../state/proposal-store.ts';

interface FollowingStores {
	readonly claims: ClaimStore;
	readonly proposals: ProposalStore;
}

/**
 * Makes claims and the proposals of accounts follow the records that were renamed or merged, because everything else finds
 * them by the slug that the record has now.
 *
 * @param undecided called for an organization with claims that was merged into another one with claims
 */
export async function followRenames(
	{ claims, proposals }: FollowingStores,
	release: Pick<Directory, 'redirect' | 'renamed'>,
	undecided: (from: string, to: string) => void,
): Promise<void> {
	for (const organization of await claims.organizations()) {
		const renamed = release.redirect(`/organizations/${organization}`);
		if (typeof renamed === 'string' && !(await claims.move(organization, renamed))) undecided(organization, renamed);
	}
	await proposals.rename(['organization'], release.renamed('organizations'));
	await proposals.rename(['program', 'review'], release.renamed('programs'));
}
