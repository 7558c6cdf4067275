import type { APIRoute, GetStaticPaths } from 'astro';
import config from '../../../data/site.json' with { type: 'json' };
import { directory } from '../../site/current-directory.ts';
import { feedFile } from '../../site/machine-readable/feed-file.ts';
import { FEED_FORMATS, type FeedFormat, type FeedSource, feedsOf } from '../../site/machine-readable/feeds.ts';

interface Props {
	readonly feed: FeedSource;
	readonly format: FeedFormat;
}

export const getStaticPaths = (() =>
	feedsOf(directory).flatMap((feed) =>
		(Object.keys(FEED_FORMATS) as FeedFormat[]).map((format) => ({
			params: { file: `${feed.address.replace('/feeds/', '')}.${format}` },
			props: { feed, format },
		})),
	)) satisfies GetStaticPaths;

export const GET: APIRoute<Props> = ({ props: { feed, format }, site }) =>
	new Response(feedFile(feed, format, config.name, site), { headers: { 'Content-Type': FEED_FORMATS[format] } });
