import { FEED_FORMATS, type FeedFormat, type FeedSource, feedsOf } from '../machine-readable/feeds.ts';
import { EVERYTHING } from '../scope.ts';
import type { PageType } from './page-type.ts';

/** A feed in one of its formats. */
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
