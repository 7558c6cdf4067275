import { dataAt } from '../../api/data-at.ts';
import type { ProgramDetail } from '../../catalog/resources.ts';
import { SIGN_IN } from '../addresses.ts';
import { accountRequest, type PageContext, requireSession, seeOther } from './account-page.ts';

/** The maximum number of rows in each table. The API has all. */
const MOST_ROWS = 50;

export async function viewsPage(context: PageContext) {
	const session = await requireSession(context);
	if (session instanceof Response) return session;
	const { accounts, request } = await accountRequest(context);
	const release = context.locals.release!;
	const wanted = context.url.searchParams.get('organization');
	const found = await accounts.analytics(request, release, wanted, new Date());
	if (!found.ok) return seeOther(SIGN_IN.address);
	const { isAllowed, organizations, shown } = found.value;
	const nameOf = (slug: string) => dataAt<ProgramDetail>(release, `/programs/${slug}`)?.name ?? slug;
	const programs = (shown?.programs ?? [])
		.slice(0, MOST_ROWS)
		.map((counts) => ({ ...counts, name: nameOf(counts.slug) }));
	const sites = (shown?.sites ?? []).slice(0, MOST_ROWS);
	const hasMorePrograms = (shown?.programs.length ?? 0) > MOST_ROWS;
	return { session, isAllowed, organizations, shown, programs, hasMorePrograms, sites };
}
