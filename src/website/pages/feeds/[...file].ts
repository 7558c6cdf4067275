import type { APIRoute } from 'astro';
import { site } from '../../../shared/site/site.ts';
import { feedFile } from '../../machine-readable/feed-file.ts';
import type { FeedView } from '../../machine-readable/feed-page.ts';
import { FEED_FORMATS } from '../../machine-readable/feeds.ts';

export const GET: APIRoute = ({ locals, site: address }) => {
	const { feed, format } = locals.view as FeedView;
	return new Response(feedFile(feed, format, site().name, address), {
		headers: { 'Content-Type': FEED_FORMATS[format] },
	});
};
