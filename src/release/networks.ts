import type { ItemList } from '../api/directory.ts';
import { networkItem } from '../catalog/resources.ts';
import type { Sections } from '../search/sections.ts';
import { TermTable } from '../search/term-table.ts';
import { tagOf } from '../shared/tag.ts';
import { joinItems } from './join-items.ts';

export const ALL_NETWORKS = '/networks';

/** Returns the tracking platforms of published programs, sorted by slug. */
export function networkList(sections: Sections): ItemList {
	const table = new TermTable(sections, 'filter.tracking_platform', sections.count![0]!);
	return {
		total: table.terms.length,
		items(offset, limit) {
			const page = table.terms.slice(offset, offset + limit).map((keyword, index) => {
				const body = Buffer.from(JSON.stringify(networkItem(keyword, table.size(offset + index))));
				return { tag: tagOf(body), body };
			});
			return joinItems(page);
		},
	};
}
