import { type Analytics, analyticsOf, lastDays, programsOf } from '../api/account/analytics.ts';
import { dataAt, type ReleaseData } from '../api/release-data.ts';
import type { Organization } from '../catalog/organization.ts';
import type { Named } from '../catalog/published.ts';
import { planAllows } from '../state/keys/scope.ts';
import type { AccountContext, RequestContext } from './context.ts';
import type { Result } from './result.ts';
import { asSignedIn } from './session.ts';

export interface ShownAnalytics extends Analytics {
	readonly organization: Named;
}

export interface OwnAnalytics {
	/** Whether the account's plan includes analytics. */
	readonly isAllowed: boolean;
	/** The organizations that the account speaks for and that are in the directory, by name. */
	readonly organizations: readonly Named[];
	/** The views of one of them. Undefined if there are none, or if the plan does not include analytics. */
	readonly shown: ShownAnalytics | undefined;
}

/** Actions on the views and clicks of the organizations that the signed-in account speaks for. */
export function analyticsActions(context: AccountContext) {
	const { state } = context;

	return {
		/**
		 * Returns the views of the last thirty days of one of the account's organizations.
		 *
		 * @param wanted its slug, or a former one. If the account does not speak for it, the first one is shown
		 */
		analytics: (
			request: RequestContext,
			release: ReleaseData,
			wanted: string | null,
			today: Date,
		): Promise<Result<OwnAnalytics>> =>
			asSignedIn(context, request, async ({ id, plan }) => {
				const claims = await state.claims.ofAccount(id);
				const organizations = claims
					.filter(({ status }) => status === 'verified')
					.flatMap(({ organization }) => {
						const found = dataAt<Organization>(release, `/organizations/${organization}`);
						return found ? [{ slug: found.slug, name: found.name }] : [];
					})
					.sort((a, b) => a.name.localeCompare(b.name, 'en'));
				const isAllowed = planAllows(plan, 'analytics:read');
				const present = release.redirect(`/organizations/${wanted}`) ?? wanted;
				const organization = organizations.find(({ slug }) => slug === present) ?? organizations[0];
				if (organization === undefined || !isAllowed) return { isAllowed, organizations, shown: undefined };
				const [slugs, period] = [programsOf(release, organization.slug), lastDays(today)];
				const analytics = await analyticsOf(state, release, slugs, period);
				return { isAllowed, organizations, shown: { organization, ...analytics } };
			}),
	};
}
