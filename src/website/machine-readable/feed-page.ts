import type { PageType } from '../directory/page-type.ts';
import { EVERYTHING } from '../directory/scope.ts';
import { FEED_FORMATS, type FeedFormat, type FeedSource, feedsOf } from './feeds.ts';

export interface FeedView {
	readonly feed: FeedSource;
	readonly format: FeedFormat;
}

export const feedFiles: PageType<FeedView> = {
	route: '/feeds/[...file]',
	*pages(directory, scope = EVERYTHING) {
		for (const feed of feedsOf(directory, scope)) {
			for (const format of Object.keys(FEED_FORMATS) as FeedFormat[]) {
				yield { address: `${feed.address}.${format}`, view: () => ({ feed, format }) };
			}
		}
	},
};
