import type { Category } from '../../catalog/category.ts';
import { IN_HOUSE } from '../../catalog/keyword-names.ts';
import type { Named } from '../../catalog/published.ts';
import { CATEGORIES, categoryAddress, HOME, NETWORKS, networkAddress, type PageLink } from '../addresses.ts';
import { latest, type WithPrograms } from '../directory/directory.ts';
import { type ProgramEntry, programEntry } from '../directory/listed-program.ts';
import type { WithLogo } from '../directory/logos.ts';
import {
	ADDRESS_OF,
	EVERYTHING,
	lastChange,
	type PageScope,
	type PageType,
	type SitePage,
} from '../directory/page-type.ts';
import type { TextSource } from '../directory/text-record.ts';
import { categoryText, networkText, type PageText } from '../machine-readable/page-text.ts';
import { bestOf } from '../programs/best.ts';
import { groupRecord } from '../search/text-index.ts';
import { type MeasureSummary, termSummaries } from '../statistics/findings.ts';
import { COMMISSION_RATE, COOKIE_DAYS, type Median, medianOf } from '../statistics/measures.ts';
import { type ListPage, mapPage, pageAddress, programPagesOf } from '../ui/pagination.ts';

/** A category, a network or an organization. Only organizations have a `created_at`. */
type Group = WithPrograms<{ readonly slug: string; readonly created_at?: string }>;

type GroupKind = 'categories' | 'networks' | 'organizations';

/** Shorter lists need no filters and no sorting. */
const LONG = 10;

/** Whether a group has so many programs that visitors may want to filter and sort them. */
export function isLong({ number, hasNext, items }: ListPage<unknown>): boolean {
	return number > 1 || hasNext || items.length >= LONG;
}

/**
 * Lists the pages of the groups that are in scope. A group has one page for each page of its program list.
 *
 * @param isListed whether the sitemap lists the pages of a group
 */
export function* groupPages<G extends Group, View>(
	kind: GroupKind,
	groups: readonly G[],
	scope: PageScope,
	viewOf: (group: G, page: ListPage<ProgramEntry>, isFirst: boolean) => View,
	isListed: (group: G) => boolean = () => true,
): Generator<SitePage<View>> {
	for (const group of groups) {
		if (!scope.has(kind, group.slug)) continue;
		const address = ADDRESS_OF[kind](group.slug);
		for (const page of programPagesOf(group.programs)) {
			yield {
				address: pageAddress(address, page.number),
				...(isListed(group) && {
					sitemap: { owner: address, lastmod: latest([group.created_at, lastChange(page.items)]) },
				}),
				view: () => viewOf(group, mapPage(page, programEntry), page.number === 1),
			};
		}
	}
}

/** Returns the text sources of groups. Networks have no description. */
export function groupTexts(
	kind: GroupKind,
	groups: readonly WithPrograms<Named & { readonly description?: string | null }>[],
): TextSource[] {
	return groups.map((group) => {
		const url = ADDRESS_OF[kind](group.slug);
		return { url, record: () => groupRecord(url, { description: null, ...group }) };
	});
}

export interface GroupRow extends PageLink {
	readonly description: string | null;
	readonly icon?: string | undefined;
	readonly logo?: string | null | undefined;
	readonly programs: number;
	readonly medianCommission: Median | null;
	readonly medianCookie: Median | null;
}

type GroupLook = Pick<GroupRow, 'name' | 'description' | 'icon' | 'logo'>;

function groupRow({ name, description, icon, logo, programs }: WithPrograms<GroupLook>, address: string): GroupRow {
	return {
		name,
		address,
		description,
		icon,
		logo,
		programs: programs.length,
		medianCommission: medianOf(COMMISSION_RATE, programs),
		medianCookie: medianOf(COOKIE_DAYS, programs),
	};
}

export interface CategoriesView {
	readonly groups: readonly GroupRow[];
	/** The number of programs in the directory. */
	readonly total: number;
}

export const categoriesPages: PageType<CategoriesView> = {
	route: '/categories',
	component: 'groups/CategoriesPage.astro',
	pages: ({ categories, programs }) => [
		{
			address: CATEGORIES.address,
			sitemap: { owner: HOME.address, lastmod: lastChange(programs) },
			view: () => ({
				groups: categories.map((category) => groupRow(category, categoryAddress(category.slug))),
				total: programs.length,
			}),
		},
	],
};

/** One page of a category's program list. */
export interface CategoryView extends Omit<NetworkView, 'network'> {
	readonly category: Category;
	/** Whether to link to the page with the category's best programs. Always false on pages after the first. */
	readonly hasBest: boolean;
}

export const categoryPages: PageType<CategoryView> = {
	route: '/categories/[slug]/[...page]',
	component: 'groups/CategoryPage.astro',
	pages: ({ categories }, scope = EVERYTHING) =>
		groupPages('categories', categories, scope, ({ programs, ...category }, page, isFirst) => ({
			category,
			text: categoryText(category, isFirst ? programs : undefined),
			page,
			terms: isFirst ? termSummaries(programs) : [],
			hasBest: isFirst && bestOf(programs).length > 0,
		})),
	texts: ({ categories }) => groupTexts('categories', categories),
};

export interface NetworksView extends CategoriesView {
	/** The number of programs that name their network. In-house tracking is not a network. */
	readonly known: number;
}

export const networksPages: PageType<NetworksView> = {
	route: '/networks',
	component: 'groups/NetworksPage.astro',
	pages: ({ networks, programs }) => [
		{
			address: NETWORKS.address,
			sitemap: { owner: HOME.address, lastmod: lastChange(programs) },
			view: () => ({
				groups: networks.map((network) => groupRow({ ...network, description: null }, networkAddress(network.slug))),
				total: programs.length,
				known: programs.filter(({ tracking_platform: platform }) => platform !== null && platform !== IN_HOUSE).length,
			}),
		},
	],
};

/** One page of an affiliate network's programs. */
export interface NetworkView {
	readonly network: Named & WithLogo;
	readonly text: PageText;
	readonly page: ListPage<ProgramEntry>;
	/** Summaries of the terms of all programs of the group. Empty except on the first page. */
	readonly terms: readonly MeasureSummary[];
}

export const networkPages: PageType<NetworkView> = {
	route: '/networks/[keyword]/[...page]',
	component: 'groups/NetworkPage.astro',
	pages: ({ networks }, scope = EVERYTHING) =>
		groupPages('networks', networks, scope, ({ programs, ...network }, page, isFirst) => ({
			network,
			text: networkText(network.slug, isFirst ? programs : undefined),
			page,
			terms: isFirst ? termSummaries(programs) : [],
		})),
	texts: ({ networks }) => groupTexts('networks', networks),
};
