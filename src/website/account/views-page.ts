import type { Analytics } from '../../api/account/analytics.ts';
import { dataAt } from '../../api/data-at.ts';
import type { ProgramDetail } from '../../catalog/resources.ts';
import { SIGN_IN } from '../addresses.ts';
import { count } from '../format/numbers.ts';
import { accountRequest, type PageContext, requireSession, seeOther } from './account-page.ts';
import { type Day, usageSentence } from './usage-chart.ts';

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
	const viewed = (shown?.programs ?? []).filter(hasCounts);
	const programs = viewed.slice(0, MOST_ROWS).map((counts) => ({ ...counts, name: nameOf(counts.slug) }));
	const sites = (shown?.sites ?? []).slice(0, MOST_ROWS);
	const hasMorePrograms = viewed.length > MOST_ROWS;
	const days = (shown?.days ?? []).filter(hasCounts).reverse();
	return { session, isAllowed, organizations, shown, programs, hasMorePrograms, sites, days };
}

interface Counted {
	readonly views: number;
	readonly clicks: number;
}

/** Whether something was counted, and it is more than 0. */
function hasCounts<C extends { readonly [name in keyof Counted]: number | null }>(counts: C): counts is C & Counted {
	return (counts.views ?? 0) + (counts.clicks ?? 0) > 0;
}

/** Says how often people viewed programs and followed their links, and on how many days that was not counted. */
export function viewsSentence({ days, views, clicks }: Pick<Analytics, 'days' | 'views' | 'clicks'>): string {
	if (views === null || clicks === null) return `Views were not counted in these ${days.length} days.`;
	const uncounted = days.filter((day) => day.views === null).length;
	const sentence = usageSentence(barsOf(days), `${count(views, 'view')} and ${count(clicks, 'click')}`);
	return uncounted === 0 ? sentence : `${sentence} Views were not counted on ${count(uncounted, 'day')}.`;
}

/** Returns the columns of the chart. Days on which nothing was counted have none. */
export function barsOf(days: Analytics['days']): Day[] {
	return days.map(({ day, views }) => ({ day, requests: views ?? 0 }));
}
