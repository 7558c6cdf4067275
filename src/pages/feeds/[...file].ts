import type { APIRoute } from 'astro';
import config from '../../../data/site.json' with { type: 'json' };
import { feedFile } from '../../site/machine-readable/feed-file.ts';
import { FEED_FORMATS } from '../../site/machine-readable/feeds.ts';
import type { FeedView } from '../../site/pages/feed.ts';

export const GET: APIRoute = ({ locals, site }) => {
	const { feed, format } = locals.view as FeedView;
	return new Response(feedFile(feed, format, config.name, site), { headers: { 'Content-Type': FEED_FORMATS[format] } });
};
