import type { Directory } from '../api/directory.ts';
import type { ClaimStore } from '../state/claim-store.ts';

/**
 * Makes claims follow the organizations that were renamed or merged, because everything else finds a claim by the slug
 * that its organization has now.
 *
 * @param undecided called for an organization with claims that was merged into another one with claims
 */
export async function moveClaims(
	claims: ClaimStore,
	release: Pick<Directory, 'redirect'>,
	undecided: (from: string, to: string) => void,
): Promise<void> {
	for (const organization of await claims.organizations()) {
		const renamed = release.redirect(`/organizations/${organization}`);
		if (typeof renamed === 'string' && !(await claims.move(organization, renamed))) undecided(organization, renamed);
	}
}
