import type { APIRoute } from 'astro';
import { site } from '../../../config/site/site.ts';
import { feedFile } from '../../machine-readable/feed-file.ts';
import { FEED_TYPE, type FeedSource } from '../../machine-readable/feeds.ts';

export const GET: APIRoute = ({ locals, site: address }) =>
	new Response(feedFile(locals.view as FeedSource, site().name, address), { headers: { 'Content-Type': FEED_TYPE } });
