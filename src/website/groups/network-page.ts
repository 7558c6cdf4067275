import type { Named } from '../../catalog/published.ts';
import { networkAddress } from '../addresses.ts';
import type { ProgramEntry } from '../directory/listed-program.ts';
import type { WithLogo } from '../directory/logos.ts';
import type { PageType } from '../directory/page-type.ts';
import { EVERYTHING } from '../directory/scope.ts';
import { networkText, type PageText } from '../machine-readable/page-text.ts';
import { groupRecord } from '../search/text-index.ts';
import { type MeasureSummary, termSummaries } from '../statistics/measure-summary.ts';
import type { ListPage } from '../ui/pagination.ts';
import { groupPages } from './group-pages.ts';

/** One page of an affiliate network's programs. */
export interface NetworkView {
	readonly network: Named & WithLogo;
	readonly text: PageText;
	readonly page: ListPage<ProgramEntry>;
	/** Summaries of the terms of all the network's programs. Empty except on the first page. */
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
	*texts({ networks }) {
		for (const network of networks) {
			const url = networkAddress(network.slug);
			yield { url, record: () => groupRecord(url, { ...network, description: null }) };
		}
	},
};
