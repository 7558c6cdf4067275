import { compareText } from '../../shared/text.ts';
import {
	categoryAddress,
	HOME,
	networkAddress,
	ORGANIZATIONS,
	organizationAddress,
	PROGRAMS,
	programAddress,
} from '../addresses.ts';
import { countsOf, type Directory, latest } from '../directory/directory.ts';
import { ADDRESS_OF, EVERYTHING, lastChange, type PageScope, type PageType } from '../directory/page-type.ts';
import { type SitemapEntry, sitemapAddress, sitemapCount, sitemapPlace } from '../machine-readable/sitemap.ts';
import { CONTENT_PAGES } from './content-pages.ts';

/** The entries of a sitemap file are pages. The entries of the sitemap index are the other sitemap files. */
export interface SitemapView {
	readonly entries: readonly SitemapEntry[];
}

/** The sitemap that lists all other sitemaps, each with the time of its newest entry. */
export const sitemapIndex: PageType<SitemapView> = {
	route: '/sitemap.xml',
	pages: (directory) => [
		{
			address: '/sitemap.xml',
			view() {
				const newest = Array<string | undefined>(sitemapCount(countsOf(directory))).fill(undefined);
				for (const { address, lastmod } of ownersIn(directory)) {
					const place = sitemapPlace(address, newest.length);
					newest[place] = latest([newest[place], lastmod]);
				}
				return { entries: newest.map((lastmod, place) => ({ address: sitemapAddress(place), lastmod })) };
			},
		},
	],
};

export const sitemapFiles: PageType<SitemapView> = {
	route: '/sitemaps/[part].xml',
	*pages(directory, scope = EVERYTHING) {
		const count = sitemapCount(countsOf(directory));
		const isListed = placesIn(scope, count);
		const files = new Map<number, SitemapEntry[]>();
		for (let place = 0; place < count; place++) if (isListed(place)) files.set(place, []);
		for (const { owner, ...entry } of entriesIn(directory, (owner) => isListed(sitemapPlace(owner, count)))) {
			files.get(sitemapPlace(owner, count))!.push(entry);
		}
		for (const [place, entries] of files) {
			const sorted = entries.sort((a, b) => compareText(a.address, b.address));
			yield { address: sitemapAddress(place), view: () => ({ entries: sorted }) };
		}
	},
};

/** The owners of the pages about the whole directory. See `SitemapSource`. */
const ALWAYS = [HOME, PROGRAMS, ORGANIZATIONS].map(({ address }) => address);

/** Returns a function that says whether the sitemap file with a given number can contain entries that are in scope. */
function placesIn({ earlier }: PageScope, count: number): (place: number) => boolean {
	if (earlier.length === 0) return () => true;
	const places = new Set([...ALWAYS, ...earlier].map((owner) => sitemapPlace(owner, count)));
	return (place) => places.has(place);
}

function* entriesIn(
	directory: Directory,
	isListed: (owner: string) => boolean,
): Generator<SitemapEntry & { readonly owner: string }> {
	const scope: PageScope = { has: (group, slug) => isListed(ADDRESS_OF[group](slug)), earlier: [] };
	for (const type of CONTENT_PAGES) {
		for (const { address, sitemap } of type.pages(directory, scope)) {
			if (sitemap && isListed(sitemap.owner)) yield { address, ...sitemap };
		}
	}
}

/** Lists the owners of all pages. The `lastmod` of an owner is the time of the latest change on its pages. */
function* ownersIn(directory: Directory): Generator<SitemapEntry> {
	const { programs, listedOrganizations: organizations, categories, networks, reviews } = directory;
	const changed = lastChange(programs);
	yield { address: HOME.address, lastmod: latest([changed, reviews.lastChange]) };
	yield { address: PROGRAMS.address, lastmod: changed };
	yield { address: ORGANIZATIONS.address, lastmod: latest(organizations.map(({ created_at }) => created_at)) };
	for (const { slug, updated_at, reviewed_at } of programs) {
		yield { address: programAddress(slug), lastmod: latest([updated_at, reviewed_at]) };
	}
	for (const { slug, programs } of categories) yield { address: categoryAddress(slug), lastmod: lastChange(programs) };
	for (const { slug, programs, created_at } of organizations) {
		yield { address: organizationAddress(slug), lastmod: latest([created_at, lastChange(programs)]) };
	}
	for (const { slug, programs } of networks) yield { address: networkAddress(slug), lastmod: lastChange(programs) };
}
