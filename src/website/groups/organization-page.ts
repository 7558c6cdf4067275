import type { PublishedReview } from '../../catalog/published.ts';
import { organizationAddress } from '../addresses.ts';
import type { Directory, SiteOrganization, WithPrograms } from '../directory/directory.ts';
import type { ProgramEntry } from '../directory/listed-program.ts';
import { allRatings, latestReviews, organizationRating, type Rated } from '../directory/organization-reviews.ts';
import type { PageType } from '../directory/page-type.ts';
import { EVERYTHING } from '../directory/scope.ts';
import { organizationText, type PageText } from '../machine-readable/page-text.ts';
import { groupRecord } from '../search/text-index.ts';
import { type RatingBand, ratingDistribution } from '../statistics/rating-distribution.ts';
import type { ListPage } from '../ui/pagination.ts';
import { groupPages } from './group-pages.ts';

const REVIEWS_SHOWN = 4;

/** An organization, and one page of its programs. */
export interface OrganizationView {
	readonly organization: SiteOrganization;
	readonly text: PageText;
	readonly page: ListPage<ProgramEntry>;
	readonly rating: Rated;
	/** The newest reviews of the organization's programs. Empty except on the first page. */
	readonly reviews: readonly PublishedReview[];
	/** The rating distribution of all reviews of the programs. Empty except on the first page. */
	readonly ratings: readonly RatingBand[];
}

export const organizationPages: PageType<OrganizationView> = {
	route: '/organizations/[slug]/[...page]',
	component: 'groups/OrganizationPage.astro',
	pages: (directory, scope = EVERYTHING) =>
		groupPages(
			'organizations',
			directory.organizations,
			scope,
			(group, page, isFirst) => organizationView(directory, group, page, isFirst),
			({ repeats }) => repeats === null,
		),
	*texts(directory) {
		for (const organization of directory.listedOrganizations) {
			const url = organizationAddress(organization.slug);
			yield { url, record: () => groupRecord(url, organization) };
		}
	},
};

function organizationView(
	directory: Directory,
	group: WithPrograms<SiteOrganization>,
	page: ListPage<ProgramEntry>,
	isFirst: boolean,
): OrganizationView {
	const { programs, ...organization } = group;
	return {
		organization,
		text: organizationText(organization, isFirst ? programs : undefined),
		page,
		rating: organizationRating(programs),
		reviews: isFirst ? latestReviews(programs, directory, REVIEWS_SHOWN) : [],
		ratings: isFirst ? ratingDistribution(allRatings(programs, directory)) : [],
	};
}
