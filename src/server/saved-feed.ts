/** Answers at `/saved/feed.atom?key=KEY`, the secret address of an account's feed. It needs no session. */
import type { Accounts } from '../accounts/accounts.ts';
import { site } from '../config/site/site.ts';
import type { HistoryReader } from '../release/history/history-reader.ts';
import type { Release } from '../release/release.ts';
import { contentOf } from '../shared/http/content.ts';
import type { HttpResponse } from '../shared/http/response.ts';
import { savedChangesFeed } from '../website/changes/changes-feed.ts';
import { feedFile } from '../website/machine-readable/feed-file.ts';
import { FEED_TYPE } from '../website/machine-readable/feeds.ts';
import { sentence } from './error-responses.ts';
import { type SiteRequest, siteResponse } from './site-response.ts';

interface FeedSources {
	readonly accounts: () => Promise<Accounts>;
	readonly history: HistoryReader;
	readonly siteUrl: string;
}

/** Only the feed reader may keep the feed, and has to ask each time whether it has changed. */
const CACHING = 'private, no-cache';
const HEADERS = ['X-Robots-Tag', 'noindex'];

/** @param query the query of the feed's address, with its question mark */
export async function savedFeedResponse(
	release: Release,
	query: string,
	request: SiteRequest,
	{ accounts, history, siteUrl }: FeedSources,
): Promise<HttpResponse> {
	const key = new URLSearchParams(query).get('key') ?? '';
	const programs = await (await accounts()).programsOfFeed(key, request.client.address());
	if (programs === undefined)
		return sentence(404, 'There is no feed at this address. Copy its address again.', HEADERS);
	if ('code' in programs)
		return sentence(429, programs.message, ['Retry-After', String(programs.retryAfter), ...HEADERS]);
	const { name } = site();
	const feed = savedChangesFeed(history, release, programs, key, name);
	const file = contentOf(Buffer.from(feedFile(feed, name, new URL(siteUrl))), FEED_TYPE);
	return siteResponse(request, file, { status: 200, caching: CACHING, headers: HEADERS });
}
