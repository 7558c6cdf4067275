import { z } from 'zod';
import { placesAt } from '../../accounts/claim-checks.ts';
import { readListed } from '../../api/account/read-listed.ts';
import { parsedItems } from '../../api/parsed-items.ts';
import type { Named } from '../../catalog/published.ts';
import {
	accountRequest,
	handleForm,
	type PageContext,
	requireSession,
	seeOther,
	setCookies,
} from '../account/account-page.ts';
import { withFlash } from '../account/flash-message.ts';
import { OWN_ORGANIZATIONS, ownOrganizationAddress, SIGN_IN } from '../addresses.ts';
import { servedRelease } from '../served/release.ts';

const ActionForm = z.object({ action: z.enum(['dns', 'file', 'withdraw']) });
/** The maximum number of programs to list. */
const MOST_PROGRAMS = 200;

/** The claim of an organization: how to prove it, and what the account can propose about it. */
export async function ownOrganizationPage(context: PageContext) {
	const session = await requireSession(context);
	if (session instanceof Response) return session;
	const slug = context.params.slug!;
	const release = await servedRelease(context.locals);
	const { success, problems, values } = await handleForm<z.output<typeof ActionForm>, unknown>(
		context,
		ActionForm,
		({ accounts, request }, { action }) =>
			action === 'withdraw'
				? accounts.withdrawClaim(request, slug)
				: accounts.checkClaim(request, release, slug, action),
	);
	if (success) {
		setCookies(context, success.cookies);
		return seeOther(
			values!.action === 'withdraw' ? withFlash(OWN_ORGANIZATIONS, 'claim-withdrawn') : ownOrganizationAddress(slug),
		);
	}
	const { accounts, request } = await accountRequest(context);
	const found = await accounts.claims(request);
	if (!found.ok) return seeOther(SIGN_IN.address);
	const claim = found.value.find(({ organization }) => organization === slug);
	if (claim === undefined) return new Response(null, { status: 404 });
	const listed = readListed(release, 'organizations', slug);
	const list = release.list(`/organizations/${slug}/programs`);
	const programs = list === undefined ? [] : parsedItems<Named>(list.items(0, Math.min(list.total, MOST_PROGRAMS)));
	const website = (listed?.fields.website_url ?? null) as string | null;
	return { session, claim, problems, name: listed?.organizationName ?? slug, places: placesAt(website), programs };
}
