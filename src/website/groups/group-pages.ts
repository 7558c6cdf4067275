import type { WithPrograms } from '../directory/directory.ts';
import { lastChange, latest } from '../directory/latest.ts';
import { type ProgramEntry, programEntry } from '../directory/listed-program.ts';
import type { SitePage } from '../directory/page-type.ts';
import { ADDRESS_OF, type Scope } from '../directory/scope.ts';
import { type ListPage, mapPage, pageAddress, programPagesOf } from '../ui/pagination.ts';

/** A category, a network or an organization. Only organizations have a `created_at`. */
type Group = WithPrograms<{ readonly slug: string; readonly created_at?: string }>;

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
	kind: 'categories' | 'networks' | 'organizations',
	groups: readonly G[],
	scope: Scope,
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
