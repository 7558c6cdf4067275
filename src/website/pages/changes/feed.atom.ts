import type { APIRoute } from 'astro';
import { site } from '../../../config/site/site.ts';
import { changesFeed } from '../../changes/changes-feed.ts';
import { feedFile } from '../../machine-readable/feed-file.ts';
import { FEED_TYPE } from '../../machine-readable/feeds.ts';
import { servedHistory, servedRelease } from '../../served/release.ts';

export const GET: APIRoute = async ({ locals, site: address }) => {
	const feed = changesFeed(await servedHistory(locals), await servedRelease(locals), site().name);
	const headers = { 'Cache-Control': 'public, max-age=60', 'Content-Type': FEED_TYPE };
	return new Response(feedFile(feed, site().name, address), { headers });
};
