import type { Named } from '../../catalog/published.ts';
import { networkAddress } from '../addresses.ts';
import type { WithLogo } from '../directory/directory.ts';
import { lastChange } from '../directory/latest.ts';
import { type ProgramEntry, programEntry } from '../directory/listed-program.ts';
import type { PageType } from '../directory/page-type.ts';
import { EVERYTHING } from '../directory/scope.ts';
import { networkText, type PageText } from '../machine-readable/page-text.ts';
import { groupRecord } from '../search/text-index.ts';
import { type MeasureSummary, termSummaries } from '../statistics/measure-summary.ts';
import { type ListPage, mapPage, pageAddress, programPagesOf } from '../ui/pagination.ts';
import { type GroupFilters, groupFilters } from './group-filters.ts';

/** One page of an affiliate network's programs. */
export interface NetworkView {
	readonly network: Named & WithLogo;
	readonly text: PageText;
	readonly page: ListPage<ProgramEntry>;
	/** Summaries of the terms of all the network's programs. Empty except on the first page. */
	readonly terms: readonly MeasureSummary[];
	/** The filters for the network's programs. Null if there are few programs, and on all pages after the first. */
	readonly filters: GroupFilters | null;
}

export const networkPages: PageType<NetworkView> = {
	route: '/networks/[keyword]/[...page]',
	*pages({ networks }, scope = EVERYTHING) {
		for (const network of networks) {
			const { programs, ...shown } = network;
			if (!scope.has('networks', shown.slug)) continue;
			const address = networkAddress(shown.slug);
			for (const page of programPagesOf(programs)) {
				const isFirst = page.number === 1;
				yield {
					address: pageAddress(address, page.number),
					sitemap: { owner: address, lastmod: lastChange(page.items) },
					view: () => ({
						network: shown,
						text: networkText(network.slug, isFirst ? programs : undefined),
						page: mapPage(page, programEntry),
						terms: isFirst ? termSummaries(programs) : [],
						filters: isFirst ? groupFilters(programs, { tracking_platform: network.slug }) : null,
					}),
				};
			}
		}
	},
	*texts({ networks }) {
		for (const network of networks) {
			const url = networkAddress(network.slug);
			yield { url, record: () => groupRecord(url, { ...network, description: null }) };
		}
	},
};
