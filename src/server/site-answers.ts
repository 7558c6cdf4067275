/** What the website has at each kind of address: a file of the current release, a page rendered on request, a redirect. */

import type { Accounts } from '../accounts/accounts.ts';
import { FairQueue } from '../api/limits/fair-queue.ts';
import { site } from '../config/site/site.ts';
import type { HistoryReader } from '../release/history/history-reader.ts';
import { hasWebsite } from '../release/manifest.ts';
import type { Release } from '../release/release.ts';
import { contentOf } from '../shared/http/content.ts';
import { encodePath, movedTo } from '../shared/http/paths.ts';
import type { HttpResponse } from '../shared/http/response.ts';
import { PAGE_CACHING } from '../shared/http/site-headers.ts';
import { CHANGES_IN_SAVED, PROGRAMS } from '../website/addresses.ts';
import { isShareImage } from '../website/share/address.ts';
import type { ShareImages } from '../website/share/share-images.ts';
import type { CurrentRelease } from './current-release.ts';
import { CANNOT_BE_SHOWN, errorPage } from './error-responses.ts';
import { movedRecord } from './former-addresses.ts';
import {
	addressOf,
	type CompiledPages,
	explorerCache,
	explorerKey,
	isRenderedPath,
	pageAt,
	pagesFit,
	renderPage,
} from './rendered-pages.ts';
import { savedFeedResponse } from './saved-feed.ts';
import { badgeAt, fileAt, keptFileAt, MARKDOWN_HEADERS, markdownAt } from './site-files.ts';
import { redirect, type SiteRequest, siteResponse } from './site-response.ts';
import { goResponse, isGo } from './visits/go.ts';
import { countVisit } from './visits/is-counted.ts';
import type { Visits } from './visits/visits.ts';

export interface SiteOptions {
	readonly releases: CurrentRelease;
	/** The public history of changes, which some pages show. */
	readonly history: HistoryReader;
	/** Opens the accounts, which private pages use. */
	readonly accounts: () => Promise<Accounts>;
	readonly images: ShareImages;
	readonly visits?: Visits | undefined;
	readonly siteUrl: string;
	/** The version of this application. It cannot render pages for releases built by another version. */
	readonly application: string;
	readonly pages: Readonly<CompiledPages>;
}

export interface SiteParts extends SiteOptions {
	readonly publicPages: FairQueue;
	readonly privatePages: FairQueue;
	readonly savedLists: FairQueue;
	readonly explorerPages: ReturnType<typeof explorerCache>;
}

/**
 * A public page takes 10 to 20 ms of processor time, so a full queue is finished in one to two seconds. Private pages
 * also wait for the state, and forms wait in the queue for password hashes. More of them run at once than that queue
 * holds, so that other pages do not wait for hashes.
 */
export function siteParts(options: SiteOptions): SiteParts {
	return {
		...options,
		publicPages: new FairQueue({ atOnce: 4, waiting: 100 }),
		privatePages: new FairQueue({ atOnce: 64, waiting: 100 }),
		savedLists: new FairQueue({ atOnce: 16, waiting: 100 }),
		explorerPages: explorerCache(),
	};
}

/** A request for an address of the website. */
export interface Asked {
	readonly request: SiteRequest;
	readonly path: string;
	/** The query with its question mark, or `''`. */
	readonly query: string;
	readonly release: Release;
	/** The `Cache-Control` of a file at this path. */
	readonly caching: string;
}

/** Answers at one kind of address. Returns undefined if there is nothing of this kind. */
type Answer = (asked: Asked, parts: SiteParts) => Promise<HttpResponse | undefined>;

/** The answers at public addresses, in the order in which they are tried. Most requests are for files. */
const KINDS: readonly Answer[] = [
	file,
	go,
	savedFeed,
	missingSlash,
	formerAddress,
	shareImage,
	markdown,
	movedPage,
	renderedPage,
	keptFile,
];

export async function publicAnswer(asked: Asked, parts: SiteParts): Promise<HttpResponse | undefined> {
	for (const answer of KINDS) {
		const found = await answer(asked, parts);
		if (found !== undefined) return found;
	}
	return undefined;
}

async function file({ release, path, request, caching }: Asked, { visits }: SiteParts) {
	const content = fileAt(release, path) ?? badgeAt(release, path);
	if (content === undefined) return undefined;
	if (visits && path.startsWith(PROGRAMS.address)) countVisit(visits, path, request);
	return siteResponse(request, content, { status: 200, caching });
}

async function go({ release, path, request }: Asked, { visits }: SiteParts) {
	return isGo(path) && hasWebsite(release.manifest) ? goResponse(release, path, request, visits) : undefined;
}

async function savedFeed({ path, query, request }: Asked, parts: SiteParts) {
	if (path !== CHANGES_IN_SAVED || !site().accounts) return undefined;
	return parts.releases.during((release) =>
		parts.publicPages.run(request.client, () => savedFeedResponse(release, query, request, parts)),
	);
}

async function missingSlash({ release, path, query }: Asked) {
	return fileAt(release, `${path}/`) && withSlash(path, query);
}

async function formerAddress({ release, path, query, request, caching }: Asked) {
	const moved = hasWebsite(release.manifest) ? movedRecord(release, path) : undefined;
	if (moved === undefined) return undefined;
	return moved === null ? errorPage(release, request, 410, caching) : redirect(`${moved}${query}`, caching);
}

async function shareImage({ path, request, caching }: Asked, { releases, images }: SiteParts) {
	if (!isShareImage(path)) return undefined;
	return releases.during(async (release) => {
		const image = await images.get(release, path, request.client);
		if (!image) return errorPage(release, request, 404);
		return siteResponse(request, contentOf(image, 'image/png'), { status: 200, caching });
	});
}

/** Makes the Markdown of a page. This takes milliseconds, so it waits in the same queue as rendered pages. */
async function markdown({ path, request, caching }: Asked, parts: SiteParts) {
	if (!path.endsWith('.md')) return undefined;
	const { releases, siteUrl, application } = parts;
	return releases.during(async (release) => {
		const content = markdownAt(release, path, siteUrl, application);
		const send = async () => siteResponse(request, content!, { status: 200, caching, headers: MARKDOWN_HEADERS });
		return content && parts.publicPages.run(request.client, send);
	});
}

async function movedPage({ path, caching }: Asked) {
	const target = movedTo(path);
	return target ? redirect(target, caching) : undefined;
}

/** Renders a page on request. If the path of a page lacks the final slash, redirects to the path with the slash. */
async function renderedPage({ release, path, query, request }: Asked, parts: SiteParts) {
	if (!hasWebsite(release.manifest)) return undefined;
	if (parts.pages.find === undefined && isRenderedPath(path)) return CANNOT_BE_SHOWN;
	const page = pageAt(path, query, parts);
	if (page === undefined) return undefined;
	if (page.isPage && !path.endsWith('/')) return withSlash(path, query);
	if (!pagesFit(release, parts.application)) return CANNOT_BE_SHOWN;
	const { releases, history, siteUrl } = parts;
	return releases.during(async (current) => {
		const key = explorerKey(current, addressOf(siteUrl, path, query));
		const cached = () => (key === undefined ? undefined : parts.explorerPages.get(key));
		const { head, content } =
			cached() ??
			(await parts.publicPages.run(request.client, async () => {
				// An earlier request in the queue may have rendered the same page.
				const rendered = cached() ?? (await renderPage(page, { release: current, history }));
				if (key !== undefined) parts.explorerPages.set(key, rendered);
				return rendered;
			}));
		return content ? siteResponse(request, content, head) : errorPage(current, request, head.status);
	});
}

async function keptFile({ path, request, caching }: Asked, { releases }: SiteParts) {
	const kept = keptFileAt(releases.others(), path);
	return kept && siteResponse(request, kept, { status: 200, caching });
}

export function withSlash(path: string, query: string, caching = PAGE_CACHING): HttpResponse {
	return redirect(`${encodePath(path)}/${query}`, caching);
}
