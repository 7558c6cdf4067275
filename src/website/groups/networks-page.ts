import { IN_HOUSE } from '../../catalog/keyword-names.ts';
import { HOME, NETWORKS, networkAddress } from '../addresses.ts';
import { lastChange } from '../directory/latest.ts';
import type { PageType } from '../directory/page-type.ts';
import { type GroupRow, groupRow } from './group-row.ts';

export interface NetworksView {
	readonly groups: readonly GroupRow[];
	/** The number of programs in the directory. */
	readonly total: number;
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
