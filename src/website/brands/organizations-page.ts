import { z } from 'zod';
import { readListed } from '../../api/account/read-listed.ts';
import {
	accountRequest,
	handleForm,
	type PageContext,
	requireSession,
	seeOther,
	Text,
} from '../account/account-page.ts';
import { ownOrganizationAddress, SIGN_IN } from '../addresses.ts';
import { servedRelease } from '../served/release.ts';
import { organizationMeant } from './organization-meant.ts';

const ClaimForm = z.object({ organization: Text });

/** The organizations that the account has claimed, and a form to claim another one. */
export async function organizationsPage(context: PageContext) {
	const session = await requireSession(context);
	if (session instanceof Response) return session;
	const release = await servedRelease(context.locals);
	const { success, problems, values } = await handleForm(context, ClaimForm, ({ accounts, request }, given) =>
		accounts.startClaim(request, release, organizationMeant(release, given.organization) ?? ''),
	);
	if (success) return seeOther(ownOrganizationAddress(success.value.organization));
	const { accounts, request } = await accountRequest(context);
	const found = await accounts.claims(request);
	if (!found.ok) return seeOther(SIGN_IN.address);
	const claims = found.value.map((claim) => ({
		...claim,
		name: readListed(release, 'organizations', claim.organization)?.organizationName ?? claim.organization,
	}));
	const given = values?.organization ?? context.url.searchParams.get('organization') ?? '';
	return { session, claims, problems: inField(problems), given };
}

/** Shows the reason for a refusal at the only field. */
function inField(problems: { readonly [field: string]: string }) {
	const { '': refusal, ...others } = problems;
	return refusal === undefined ? others : { organization: refusal };
}
