/** Finds what the website has at a path: a file of the current release, a badge, or a page rendered on request. */

import type { Accounts } from '../accounts/accounts.ts';
import { FairQueue } from '../api/limits/fair-queue.ts';
import { isUnderBase } from '../api/target.ts';
import { isOffered, site } from '../config/site/site.ts';
import type { HistoryReader } from '../release/history/history-reader.ts';
import { hasWebsite } from '../release/manifest.ts';
import { decodePath, encodePath, movedTo } from '../shared/http/paths.ts';
import type { HttpResponse } from '../shared/http/response.ts';
import { PAGE_CACHING } from '../shared/http/site-headers.ts';
import { PROGRAMS } from '../website/addresses.ts';
import type { FindPage, RenderedPage } from '../website/rendering/rendered-page.ts';
import { isShareImage } from '../website/share/address.ts';
import type { ShareImages } from '../website/share/share-images.ts';
import { badgeAt } from './badge.ts';
import type { CurrentRelease } from './current-release.ts';
import { CANNOT_BE_SHOWN, errorPage, sentence, UNCACHED } from './error-responses.ts';
import { ExplorerCache } from './explorer-cache.ts';
import { movedRecord } from './former-addresses.ts';
import { MARKDOWN_HEADERS, markdownAt } from './markdown-response.ts';
import { privateResponse } from './private-response.ts';
import { isRenderedPath, renderPage } from './rendered-pages.ts';
import { isSavedFeed, savedFeedResponse } from './saved-feed.ts';
import { fileAt, keptFileAt } from './site-files.ts';
import { contentOf, contentResponse, redirect, type SiteRequest } from './site-response.ts';
import { goResponse, isGo } from './views/go.ts';
import { countView } from './views/is-counted.ts';
import type { Views } from './views/views.ts';

export interface SiteOptions {
	readonly releases: CurrentRelease;
	/** The public history of changes, which some pages show. */
	readonly history: HistoryReader;
	/** Opens the accounts, which private pages use. */
	readonly accounts: () => Promise<Accounts>;
	readonly images: ShareImages;
	/** Counts views and clicks. Undefined if they are not counted. */
	readonly views?: Views | undefined;
	readonly siteUrl: string;
	/** The version of this application. It cannot render pages for releases built by another version. */
	readonly application: string;
	/** Returns the function that finds pages rendered on request, or undefined if the compiled pages are missing. */
	readonly findPage: () => FindPage | undefined;
}

/** A response, or a promise if it is a private page, a page rendered on request, Markdown or a share image. */
export type Found = HttpResponse | Promise<HttpResponse>;

/** The methods return undefined if there is nothing at the path. */
export class SiteFinder {
	readonly #options: SiteOptions;
	readonly #publicPages = new FairQueue(PUBLIC_PAGES);
	readonly #privatePages = new FairQueue(PRIVATE_PAGES);
	readonly #explorerCache = new ExplorerCache();

	constructor(options: SiteOptions) {
		this.#options = options;
	}

	/** Looks for files first, because most requests are for files. */
	find(request: SiteRequest, path: string, query: string, caching: string): Found | undefined {
		const { releases, views } = this.#options;
		const release = releases.get();
		const file = fileAt(release, path) ?? badgeAt(release, path);
		if (file) {
			if (views && path.startsWith(PROGRAMS.address)) countView(views, path, request);
			return contentResponse(request, file, { status: 200, caching });
		}
		if (isGo(path)) return hasWebsite(release.manifest) ? goResponse(release, path, request, views) : undefined;
		if (isSavedFeed(path) && site().accounts) return this.#savedFeed(request, query);
		if (fileAt(release, `${path}/`)) return withSlash(path, query);
		const moved = hasWebsite(release.manifest) ? movedRecord(release, path) : undefined;
		if (moved === null) return errorPage(release, request, 410, caching);
		if (moved !== undefined) return redirect(`${moved}${query}`, caching);
		if (isShareImage(path)) return this.#sharedImage(path, request, caching);
		if (path.endsWith('.md')) return this.#markdown(path, request, caching);
		const target = movedTo(path);
		if (target) return redirect(target, caching);
		return this.#rendered(request, path, query) ?? this.#keptFile(request, path, caching);
	}

	/** Renders a private page. The request may contain a form. */
	async findPrivate(request: SiteRequest, path: string, query: string): Promise<HttpResponse | undefined> {
		if (!isOffered(path)) return undefined;
		const { releases, accounts, findPage } = this.#options;
		if (!hasWebsite(releases.get().manifest)) return undefined;
		const { headers, address, body } = request.privateRequest();
		const init: RequestInit = { headers };
		if (request.method === 'POST') {
			if (!FORM.test(headers.get('content-type') ?? '')) return sentence(415, 'This address only accepts forms.');
			const read = await body();
			if (read === 400) return sentence(400, 'The form is incomplete. Send it again.');
			if (read === 413) return sentence(413, 'The form is too long.');
			Object.assign(init, { method: 'POST', body: read });
		}
		if (findPage() === undefined) return CANNOT_BE_SHOWN;
		const page = this.#pageAt(path, query, init);
		if (page === undefined) return undefined;
		if (page.isPage && !path.endsWith('/')) return withSlash(path, query, UNCACHED);
		if (!this.#pagesFitRelease()) return CANNOT_BE_SHOWN;
		if (request.method === 'POST' || path.startsWith(PROVIDER_RETURN)) await (await accounts()).untilWritable();
		const locals = { accounts, requestContext: { headers, address, isGone: request.client.isGone } };
		return releases.during(async (release) =>
			privateResponse(
				await this.#privatePages.run(request.client, () => page.render({ release, ...locals })),
				request.method,
			),
		);
	}

	/** Renders a page on request. If the path of a page lacks the final slash, redirects to the path with the slash. */
	#rendered(request: SiteRequest, path: string, query: string): Found | undefined {
		const { releases, findPage } = this.#options;
		if (!hasWebsite(releases.get().manifest)) return undefined;
		if (findPage() === undefined && isRenderedPath(path)) return CANNOT_BE_SHOWN;
		const page = this.#pageAt(path, query);
		if (page === undefined) return undefined;
		if (page.isPage && !path.endsWith('/')) return withSlash(path, query);
		return this.#render(page, request, this.#addressOf(path, query));
	}

	#keptFile(request: SiteRequest, path: string, caching: string): Found | undefined {
		const kept = keptFileAt(this.#options.releases.others(), path);
		return kept && contentResponse(request, kept, { status: 200, caching });
	}

	/**
	 * Finds the page that is rendered on request at a path. Returns undefined if Astro would change the path because of
	 * dots, slashes or encodings. Also returns undefined for the API, because the API's route is only for Astro's own
	 * server. If `init` is missing, the page depends only on its address, so all visitors can get the same page.
	 */
	#pageAt(path: string, query: string, init?: RequestInit): RenderedPage | undefined {
		if (/%|\/\//.test(path) || isUnderBase(path)) return undefined;
		const url = this.#addressOf(path, query);
		return decodePath(url.pathname) === path ? this.#options.findPage()?.(new Request(url, init)) : undefined;
	}

	#addressOf(path: string, query: string): URL {
		return new URL(`${this.#options.siteUrl}${encodePath(path)}${query}`);
	}

	/** Whether this version of the application built the pages of the release. */
	#pagesFitRelease(): boolean {
		const { releases, application } = this.#options;
		return releases.get().manifest.application === application;
	}

	#render(page: RenderedPage, request: SiteRequest, address: URL): Found {
		if (!this.#pagesFitRelease()) return CANNOT_BE_SHOWN;
		const { releases, history } = this.#options;
		return releases.during(async (release) => {
			const cached = this.#explorerCache.at(release, address);
			const { head, content } =
				cached?.get() ??
				(await this.#publicPages.run(request.client, async () => {
					// An earlier request in the queue may have rendered the same page.
					const rendered = cached?.get() ?? (await renderPage(page, { release, history }));
					cached?.set(rendered);
					return rendered;
				}));
			return content ? contentResponse(request, content, head) : errorPage(release, request, head.status);
		});
	}

	/** Makes the Markdown of a page. This takes milliseconds, so it waits in the same queue as rendered pages. */
	#markdown(path: string, request: SiteRequest, caching: string): Found | undefined {
		const { releases, siteUrl, application } = this.#options;
		const content = markdownAt(releases.get(), path, siteUrl, application);
		const send = async () => contentResponse(request, content!, { status: 200, caching, headers: MARKDOWN_HEADERS });
		return content && releases.during(() => this.#publicPages.run(request.client, send));
	}

	#savedFeed(request: SiteRequest, query: string): Promise<HttpResponse> {
		const { releases } = this.#options;
		return releases.during((release) =>
			this.#publicPages.run(request.client, () => savedFeedResponse(release, query, request, this.#options)),
		);
	}

	#sharedImage(path: string, request: SiteRequest, caching: string): Found {
		const { releases, images } = this.#options;
		return releases.during(async (release) => {
			const image = await images.get(release, path, request.client);
			if (!image) return errorPage(release, request, 404);
			return contentResponse(request, contentOf(image, 'image/png'), { status: 200, caching });
		});
	}
}

/**
 * The limits of the two queues. A public page takes 10 to 20 ms of processor time, so a full queue is finished in one
 * to two seconds. Private pages also wait for the state, and forms wait in the queue for password hashes. More of them
 * run at once than that queue holds, so that other pages do not wait for hashes.
 */
const PUBLIC_PAGES = { atOnce: 4, waiting: 100 };
const PRIVATE_PAGES = { atOnce: 64, waiting: 100 };

const FORM = /^application\/x-www-form-urlencoded(?:;|$)/i;

/**
 * The path to which sign-in providers send users back. A request for this path changes the state, although it contains
 * no form.
 */
const PROVIDER_RETURN = '/account/auth/callback/';

function withSlash(path: string, query: string, caching = PAGE_CACHING): HttpResponse {
	return redirect(`${encodePath(path)}/${query}`, caching);
}
