import type { Organization } from '../../catalog/organization.ts';
import { ORGANIZATIONS } from '../addresses.ts';
import type { Directory, SiteOrganization, WithPrograms } from '../directory/directory.ts';
import { latest } from '../directory/latest.ts';
import type { WithLogo } from '../directory/logos.ts';
import { organizationRating, type Rated } from '../directory/organization-reviews.ts';
import type { PageType, SitePage } from '../directory/page-type.ts';
import { type ListPage, mapPage, PER_PAGE, pageAddress, pagesOf } from '../ui/pagination.ts';

export interface OrganizationsView {
	readonly page: ListPage<OrganizationRow>;
}

export interface OrganizationRow
	extends Pick<Organization & WithLogo, 'slug' | 'name' | 'description' | 'website_url' | 'logo'>,
		Rated {
	readonly programs: number;
}

export const organizationsPage: PageType<OrganizationsView> = {
	route: '/organizations',
	component: 'groups/OrganizationsPage.astro',
	pages: (directory) => listPages(directory).slice(0, 1),
};

export const furtherOrganizationsPages: PageType<OrganizationsView> = {
	route: '/organizations/page/[page]',
	component: 'groups/OrganizationsPage.astro',
	pages: (directory) => listPages(directory).slice(1),
};

function listPages({ listedOrganizations }: Directory): SitePage<OrganizationsView>[] {
	return pagesOf(listedOrganizations, PER_PAGE.organizations).map((page) => ({
		address: pageAddress(ORGANIZATIONS.address, page.number),
		...(page.items.length > 0 && {
			sitemap: { owner: ORGANIZATIONS.address, lastmod: latest(page.items.map(({ created_at }) => created_at)) },
		}),
		view: () => ({ page: mapPage(page, organizationRow) }),
	}));
}

function organizationRow(organization: WithPrograms<SiteOrganization>): OrganizationRow {
	const { slug, name, description, website_url, logo, programs } = organization;
	return { slug, name, description, website_url, logo, programs: programs.length, ...organizationRating(programs) };
}
