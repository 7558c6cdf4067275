import type { APIRoute } from 'astro';
import { site } from '../../shared/site/site.ts';
import { feedFile } from '../machine-readable/feed-file.ts';
import { FEED_FORMATS, type FeedFormat } from '../machine-readable/feeds.ts';
import { servedHistory } from '../served/history.ts';
import { servedRelease } from '../served/release.ts';
import { changesFeed } from './changes-feed.ts';

export function changesFeedRoute(format: FeedFormat): APIRoute {
	return async ({ locals, site: address }) => {
		const feed = changesFeed(await servedHistory(locals), await servedRelease(locals), site().name);
		const headers = { 'Cache-Control': 'public, max-age=60', 'Content-Type': FEED_FORMATS[format] };
		return new Response(feedFile(feed, format, site().name, address), { headers });
	};
}
