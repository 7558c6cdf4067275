/** The website over HTTP: files of the current release, pages rendered on request, and what is said where there is neither. */
import type { Accounts } from '../accounts/accounts.ts';
import { isUnderBase } from '../api/target.ts';
import { isPrivatePath } from '../http/private-path.ts';
import { PAGE_CACHING, siteHeaders } from '../http/site-headers.ts';
import type { Release } from '../release/release.ts';
import { isShareImage } from '../share/address.ts';
import type { ShareImages } from '../share/share-images.ts';
import type { CurrentRelease } from './current-release.ts';
import { privateResponse } from './private-response.ts';
import { type FindPage, type RenderedPage, renderPage } from './rendered-pages.ts';
import { shareResponse } from './share-response.ts';
import { fileAt, keptFileAt } from './site-files.ts';
import { contentResponse, plain, type SiteRequest, type SiteResponse } from './site-response.ts';

export interface SiteOptions {
	readonly releases: CurrentRelease;
	/** Opens what private pages work with. */
	readonly accounts: () => Promise<Accounts>;
	readonly images: ShareImages;
	/** The public address, an origin. */
	readonly siteUrl: string;
	/** The version of this application: its pages would not go with a release of another one. */
	readonly application: string;
	/** Finds what is rendered on request; undefined where nothing can be. */
	readonly findPage: FindPage | undefined;
}

type Answer = SiteResponse | Promise<SiteResponse>;

/**
 * Answers a request: with the file of its path, a redirect to the address with a slash, a page rendered for it, or the
 * page for what was not found. Only what is made for it takes a promise.
 *
 * @param failed is told what goes wrong; the answer does not say it
 */
export type Site = (request: SiteRequest, failed: (error: unknown) => void) => Answer;

export function createSite({ releases, accounts, images, siteUrl, application, findPage }: SiteOptions): Site {
	const headersAt = siteHeaders(siteUrl);

	/** Files first: they are most of what is asked for. */
	function find(request: SiteRequest, path: string, query: string): Answer | undefined {
		const release = releases.get();
		const caching = headersAt(path).caching;
		const file = fileAt(release, path);
		if (file) return contentResponse(request, file, { status: 200, caching });
		if (fileAt(release, `${path}/`)) return withSlash(path, query);
		if (isShareImage(path)) return sharedImage(path, request, caching);
		const page = pageAt(path, query);
		if (page) return page.isPage && !path.endsWith('/') ? withSlash(path, query) : render(page, request);
		const kept = keptFileAt(releases.others(), path);
		return kept && contentResponse(request, kept, { status: 200, caching });
	}

	/** A page for one visitor, who may send a form to it. */
	async function findPrivate(request: SiteRequest, path: string, query: string): Promise<SiteResponse | undefined> {
		const { headers, address, body } = request.visit();
		const init: RequestInit = { headers };
		if (request.method === 'POST') {
			if (!FORM.test(headers.get('content-type') ?? '')) return sentence(415, 'This address takes forms alone.');
			const read = await body();
			if (read === 400) return sentence(400, 'The form did not come to its end.');
			if (read === 413) return sentence(413, 'The form is too long.');
			Object.assign(init, { method: 'POST', body: read });
		}
		const page = pageAt(path, query, init);
		if (page === undefined) return undefined;
		if (page.isPage && !path.endsWith('/')) return withSlash(path, query, UNKEPT);
		if (!isOurs()) return CANNOT_BE_SHOWN;
		return releases.during(async (release) =>
			privateResponse(await page.render({ release, accounts, visitor: { headers, address } }), request.method),
		);
	}

	/**
	 * What is rendered at a path, unless Astro would take it for another: it resolves dots, slashes and encodings. What only
	 * decoded is an address of the API is none; Astro's own server has a route for that. Without more than the address a
	 * page depends on that alone, so whoever gets one may share it.
	 */
	function pageAt(path: string, query: string, init?: RequestInit): RenderedPage | undefined {
		if (findPage === undefined || /%|\/\//.test(path) || isUnderBase(path)) return undefined;
		const url = new URL(`${siteUrl}${encodePath(path)}${query}`);
		return decodePath(url.pathname) === path ? findPage(new Request(url, init)) : undefined;
	}

	/** Whether this version of the application built the release's pages. */
	function isOurs(): boolean {
		const { application: builder, site } = releases.get().manifest;
		return builder === application && Object.keys(site).length > 0;
	}

	function render(page: RenderedPage, request: SiteRequest): Answer {
		if (!isOurs()) return CANNOT_BE_SHOWN;
		return releases.during(async (release) => {
			const { answer, content } = await renderPage(page, { release });
			return content ? contentResponse(request, content, answer) : errorPage(release, request, answer.status);
		});
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
		const complete = (response: SiteResponse) => ({ ...response, headers: [...common, ...response.headers] });
		const fail = (error: unknown) => {
			failed(error);
			return errorPage(release, request, 500);
		};
		const isPrivate = path !== undefined && isPrivatePath(path);
		const methods = isPrivate ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
		if (!methods.includes(request.method)) {
			return complete(sentence(405, `This address takes ${methods.join(', ')}.`, 'Allow', methods.join(', ')));
		}
		try {
			if (isPrivate) {
				const found = findPrivate(request, path, query);
				return found.then((page) => page ?? errorPage(release, request, 404, UNKEPT), fail).then(complete);
			}
			const found = path === undefined ? undefined : find(request, path, query);
			if (found instanceof Promise) return found.catch(fail).then(complete);
			return complete(found ?? errorPage(release, request, 404));
		} catch (error) {
			return complete(fail(error));
		}
	};
}

/** The release's own page for an error, else a sentence. */
function errorPage(
	release: Release,
	request: SiteRequest,
	status: number,
	caching = status === 404 ? PAGE_CACHING : UNKEPT,
): SiteResponse {
	const page = fileAt(release, `/${status}.html`);
	try {
		if (page) return contentResponse(request, page, { status, caching });
	} catch {
		// It has gone from the disk, so the sentence must do.
	}
	return sentence(
		status,
		status === 404 ? 'There is nothing at this address.' : 'This page cannot be shown at the moment.',
	);
}

const UNKEPT = 'no-store';

/** What a form is sent as. */
const FORM = /^application\/x-www-form-urlencoded(?:;|$)/i;

function sentence(status: number, text: string, ...headers: string[]): SiteResponse {
	return plain(text, { status, caching: UNKEPT, headers });
}

/** Where another version of the application built the release. */
const CANNOT_BE_SHOWN = sentence(503, 'This page cannot be shown until the directory is built again.');

function withSlash(path: string, query: string, caching = PAGE_CACHING): SiteResponse {
	const headers = ['Location', `${encodePath(path)}/${query}`];
	return plain('It is at the address with a slash at the end.', { status: 308, caching, headers });
}

/** The path that was meant; undefined where it cannot be read, or is none. */
function decodePath(path: string): string | undefined {
	try {
		return path.startsWith('/') ? decodeURIComponent(path) : undefined;
	} catch {
		return undefined;
	}
}

/** A path as it stands in an address. */
function encodePath(path: string): string {
	return path.split('/').map(encodeURIComponent).join('/');
}
