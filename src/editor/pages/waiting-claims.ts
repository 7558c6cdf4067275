/** Shows the claims of organizations that an editor has to decide about, with the commands that do it. */

import { withState } from '../../commands/with-state.ts';
import { withSnapshot } from '../../snapshot/open.ts';
import { redirectFinder } from '../../snapshot/redirects.ts';
import type { Editor } from './editor.ts';
import { type Html, html } from './html.ts';

/**
 * Returns the claims that were proved although another account speaks for the organization, and those of organizations
 * that were merged into one that has claims of its own.
 */
export async function waitingClaims({ state, snapshot }: Pick<Editor, 'state' | 'snapshot'>): Promise<Html[]> {
	const claims = (await withState(state, (opened) => opened.claims.all())).filter(
		({ status }) => status === 'contested' || status === 'verified',
	);
	const claimed = new Set(claims.map(({ organization }) => organization));
	return withSnapshot(snapshot, (db) => {
		const find = redirectFinder(db);
		return claims.flatMap(({ organization, email, status }) => {
			const merged = find('organizations', organization);
			const now = typeof merged === 'string' && claimed.has(merged) ? merged : undefined;
			if (now === undefined && status !== 'contested') return [];
			return [claimItem({ organization, email, now })];
		});
	});
}

interface WaitingClaim {
	readonly organization: string;
	/** The email address of the account. */
	readonly email: string;
	/** The organization that it was merged into. Undefined if it was not merged. */
	readonly now: string | undefined;
}

function claimItem({ organization, email, now }: WaitingClaim): Html {
	const why =
		now === undefined
			? 'This account has proved its claim, but another account speaks for the organization already.'
			: `This organization was merged into ${now}, for which another claim exists.`;
	return html`<article class="edit-item"><h3>${organization}, claimed by <bdi>${email}</bdi></h3>
<p>${why}</p>
<p>To let the account speak for ${now ?? 'it'}: <code>npm run claims -- grant ${email} ${now ?? organization}</code></p>
<p>To end the claim: <code>npm run claims -- withdraw ${email} ${organization}</code></p></article>`;
}
