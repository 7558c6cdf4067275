import { EVERYTHING, type PageType } from '../directory/page-type.ts';
import { type FeedSource, feedsOf } from './feeds.ts';

export const feedFiles: PageType<FeedSource> = {
	route: '/feeds/[...file]',
	*pages(directory, scope = EVERYTHING) {
		for (const feed of feedsOf(directory, scope)) yield { address: feed.address, view: () => feed };
	},
};
