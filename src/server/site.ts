/** The website over HTTP: files of the current release, badges, pages rendered on request, and error pages. */
import type { Accounts } from '../accounts/accounts.ts';
import { ClientGone, FairQueue, TooBusy } from '../api/limits/fair-queue.ts';
import { isUnderBase } from '../api/target.ts';
import { hasWebsite } from '../release/manifest.ts';
import { decodePath, encodePath } from '../shared/http/encoded-path.ts';
import { movedTo } from '../shared/http/moved.ts';
import { isPrivatePath } from '../shared/http/private-path.ts';
import type { HttpResponse } from '../shared/http/response.ts';
import { PAGE_CACHING, siteHeaders } from '../shared/http/site-headers.ts';
import type { HistoryReader } from '../snapshot/history/history-reader.ts';
import { StateUnavailable } from '../state/unavailable.ts';
import type { FindPage, RenderedPage } from '../website/rendering/rendered-page.ts';
import { isShareImage } from '../website/share/address.ts';
import type { ShareImages } from '../website/share/share-images.ts';
import { badgeAt } from './badge.ts';
import type { CurrentRelease } from './current-release.ts';
import {
	BUSY,
	CANNOT_BE_READ,
	CANNOT_BE_SAVED,
	CANNOT_BE_SHOWN,
	CLIENT_GONE,
	errorPage,
	sentence,
	UNCACHED,
} from './error-responses.ts';
import { ExplorerCache } from './explorer-cache.ts';
import { MARKDOWN_HEADERS, markdownAt } from './markdown-response.ts';
import { privateResponse } from './private-response.ts';
import { isRenderedPath, renderPage } from './rendered-pages.ts';
import { shareResponse } from './share-response.ts';
import { fileAt, keptFileAt } from './site-files.ts';
import { contentResponse, redirect, type SiteRequest } from './site-response.ts';

export interface SiteOptions {
	readonly releases: CurrentRelease;
	/** The public history of changes, which some pages show. */
	readonly history: HistoryReader;
	/** Opens the accounts, which private pages use. */
	readonly accounts: () => Promise<Accounts>;
	readonly images: ShareImages;
	/** The site's public origin. */
	readonly siteUrl: string;
	/** The version of this application. It cannot render pages for releases built by another version. */
	readonly application: string;
	/** Returns the function that finds pages rendered on request, or undefined if the compiled pages are missing. */
	readonly findPage: () => FindPage | undefined;
}

type Answer = HttpResponse | Promise<HttpResponse>;

/**
 * Responds to a request with the file at its path, a redirect, a page rendered on request, or an error page. Returns a
 * promise if the response is a private page, a page rendered on request, Markdown or a share image.
 *
 * @param failed called with each error, except when a queue is full or the client has gone. The response does not show
 *   the error
 */
export type Site = (request: SiteRequest, failed: (error: unknown) => void) => Answer;

export function createSite({ releases, history, accounts, images, siteUrl, application, findPage }: SiteOptions): Site {
	const headersAt = siteHeaders(siteUrl);
	const publicPages = new FairQueue(PUBLIC_PAGES);
	const privatePages = new FairQueue(PRIVATE_PAGES);
	const explorerCache = new ExplorerCache();

	/** Looks for files first, because most requests are for files. */
	function find(request: SiteRequest, path: string, query: string): Answer | undefined {
		const release = releases.get();
		const caching = headersAt(path).caching;
		const file = fileAt(release, path) ?? badgeAt(release, path);
		if (file) return contentResponse(request, file, { status: 200, caching });
		if (fileAt(release, `${path}/`)) return withSlash(path, query);
		if (isShareImage(path)) return sharedImage(path, request, caching);
		if (path.endsWith('.md')) return markdown(path, request, caching);
		const target = movedTo(path);
		return target ? redirect(target, caching) : (rendered(request, path, query) ?? keptFile(request, path, caching));
	}

	/** Renders a page on request. If the path of a page lacks the final slash, redirects to the path with the slash. */
	function rendered(request: SiteRequest, path: string, query: string): Answer | undefined {
		if (!hasWebsite(releases.get().manifest)) return undefined;
		if (findPage() === undefined && isRenderedPath(path)) return CANNOT_BE_SHOWN;
		const page = pageAt(path, query);
		if (page === undefined) return undefined;
		return page.isPage && !path.endsWith('/') ? withSlash(path, query) : render(page, request, addressOf(path, query));
	}

	/** Finds a file of an earlier release, because pages in open browser tabs may still request it. */
	function keptFile(request: SiteRequest, path: string, caching: string): Answer | undefined {
		const kept = keptFileAt(releases.others(), path);
		return kept && contentResponse(request, kept, { status: 200, caching });
	}

	/** Renders a private page. The request may contain a form. */
	async function findPrivate(request: SiteRequest, path: string, query: string): Promise<HttpResponse | undefined> {
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
		const page = pageAt(path, query, init);
		if (page === undefined) return undefined;
		if (page.isPage && !path.endsWith('/')) return withSlash(path, query, UNCACHED);
		if (!pagesFitRelease()) return CANNOT_BE_SHOWN;
		if (request.method === 'POST' || path.startsWith(PROVIDER_RETURN)) await (await accounts()).untilWritable();
		const locals = { accounts, requestContext: { headers, address } };
		return releases.during(async (release) =>
			privateResponse(
				await privatePages.run(request.client, () => page.render({ release, ...locals })),
				request.method,
			),
		);
	}

	/**
	 * Finds the page that is rendered on request at a path. Returns undefined if Astro would change the path because of
	 * dots, slashes or encodings. Also returns undefined for the API, because the API's route is only for Astro's own
	 * server. If `init` is missing, the page depends only on its address, so all visitors can get the same page.
	 */
	function pageAt(path: string, query: string, init?: RequestInit): RenderedPage | undefined {
		if (/%|\/\//.test(path) || isUnderBase(path)) return undefined;
		const url = addressOf(path, query);
		return decodePath(url.pathname) === path ? findPage()?.(new Request(url, init)) : undefined;
	}

	function addressOf(path: string, query: string): URL {
		return new URL(`${siteUrl}${encodePath(path)}${query}`);
	}

	/** Whether this version of the application built the pages of the release. */
	function pagesFitRelease(): boolean {
		return releases.get().manifest.application === application;
	}

	function render(page: RenderedPage, request: SiteRequest, address: URL): Answer {
		if (!pagesFitRelease()) return CANNOT_BE_SHOWN;
		return releases.during(async (release) => {
			const cached = explorerCache.at(release, address);
			const { head, content } =
				cached?.get() ??
				(await publicPages.run(request.client, async () => {
					// An earlier request in the queue may have rendered the same page.
					const rendered = cached?.get() ?? (await renderPage(page, { release, history }));
					cached?.set(rendered);
					return rendered;
				}));
			return content ? contentResponse(request, content, head) : errorPage(release, request, head.status);
		});
	}

	/** Makes the Markdown of a page. This takes milliseconds, so it waits in the same queue as rendered pages. */
	function markdown(path: string, request: SiteRequest, caching: string): Answer | undefined {
		const content = markdownAt(releases.get(), path, siteUrl, application);
		const send = async () => contentResponse(request, content!, { status: 200, caching, headers: MARKDOWN_HEADERS });
		return content && releases.during(() => publicPages.run(request.client, send));
	}

	function sharedImage(path: string, request: SiteRequest, caching: string): Answer {
		return releases.during(
			async (release) =>
				(await shareResponse(images, release, path, request, caching)) ?? errorPage(release, request, 404),
		);
	}

	return (request, failed) => {
		const end = request.target.indexOf('?');
		const path = decodePath(end === -1 ? request.target : request.target.slice(0, end));
		const query = end === -1 ? '' : request.target.slice(end);
		const release = releases.get();
		const common = ['X-Snapshot', release.snapshot, ...headersAt(path ?? '/').headers];
		const complete = (response: HttpResponse) => ({ ...response, headers: [...common, ...response.headers] });
		const fail = (error: unknown) => {
			if (error instanceof TooBusy) return BUSY;
			if (error instanceof ClientGone) return CLIENT_GONE;
			failed(error);
			if (!(error instanceof StateUnavailable)) return errorPage(releases.get(), request, 500);
			return request.method === 'POST' ? CANNOT_BE_SAVED : CANNOT_BE_READ;
		};
		const isPrivate = path !== undefined && isPrivatePath(path);
		const methods = isPrivate ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
		if (!methods.includes(request.method)) {
			return complete(sentence(405, `This address only accepts ${methods.join(', ')}.`, ['Allow', methods.join(', ')]));
		}
		try {
			if (isPrivate) {
				const found = findPrivate(request, path, query);
				return found.then((page) => page ?? errorPage(releases.get(), request, 404, UNCACHED), fail).then(complete);
			}
			const found = path === undefined ? undefined : find(request, path, query);
			if (found instanceof Promise) return found.catch(fail).then(complete);
			return complete(found ?? errorPage(release, request, 404));
		} catch (error) {
			return complete(fail(error));
		}
	};
}

/**
 * The limits of the two queues. A public page takes 10 to 20 ms of processor time, so a full queue is finished in one
 * to two seconds. Private pages also wait for password hashes and the state, so more of them run at once.
 */
const PUBLIC_PAGES = { atOnce: 4, waiting: 100, waitingForOne: 50 };
const PRIVATE_PAGES = { atOnce: 16, waiting: 100, waitingForOne: 50 };

/** The content type of forms. */
const FORM = /^application\/x-www-form-urlencoded(?:;|$)/i;

/**
 * The path to which sign-in providers send users back. A request for this path changes the state, although it contains
 * no form.
 */
const PROVIDER_RETURN = '/account/auth/callback/';

function withSlash(path: string, query: string, caching = PAGE_CACHING): HttpResponse {
	return redirect(`${encodePath(path)}/${query}`, caching);
}
