import type { APIRoute } from 'astro';
import config from '../../../../data/site.json' with { type: 'json' };
import { feedFile } from '../../machine-readable/feed-file.ts';
import type { FeedView } from '../../machine-readable/feed-page.ts';
import { FEED_FORMATS } from '../../machine-readable/feeds.ts';

export const GET: APIRoute = ({ locals, site }) => {
	const { feed, format } = locals.view as FeedView;
	return new Response(feedFile(feed, format, config.name, site), { headers: { 'Content-Type': FEED_FORMATS[format] } });
};
