/** The website over HTTP: files of the current release, pages rendered on request, and what is said where there is neither. */
import { createHash } from 'node:crypto';
import { siteHeaders } from '../http/site-headers.ts';
import type { Release } from '../release/release.ts';
import type { CurrentRelease } from './current-release.ts';
import type { FindPage, RenderedPage } from './rendered-pages.ts';
import { fileAt, keptFileAt } from './site-files.ts';
import { contentResponse, plain, type SiteRequest, type SiteResponse } from './site-response.ts';

export interface SiteOptions {
	readonly releases: CurrentRelease;
	/** The public address, an origin. */
	readonly siteUrl: string;
	/** The version of this application: the pages of another one would not go with its own. */
	readonly application: string;
	/** What is rendered on request; undefined where nothing can be. */
	readonly findPage: FindPage | undefined;
}

export interface Site {
	/**
	 * Answers a request: with the file of its path, a redirect to the address with a slash, a page rendered for it, or the
	 * page for what was not found. Files are answered at once.
	 *
	 * @param failed is told what goes wrong; the answer does not say it
	 */
	answer(request: SiteRequest, failed: (error: unknown) => void): SiteResponse | Promise<SiteResponse>;
}

/** For what says nothing else: pages are to be asked for again. */
const PAGE = { 'Cache-Control': 'public, max-age=0, must-revalidate' };
const UNKEPT = { 'Cache-Control': 'no-store' };

export function createSite({ releases, siteUrl, application, findPage }: SiteOptions): Site {
	const headersAt = siteHeaders(siteUrl);

	function answer(request: SiteRequest, failed: (error: unknown) => void): SiteResponse | Promise<SiteResponse> {
		const end = request.target.indexOf('?');
		const path = decodePath(end === -1 ? request.target : request.target.slice(0, end));
		const query = end === -1 ? '' : request.target.slice(end);
		const common = { ...PAGE, 'X-Snapshot': releases.get().snapshot, ...headersAt(path ?? '/') };
		const complete = (response: SiteResponse) => ({ ...response, headers: { ...common, ...response.headers } });
		const fail = (error: unknown) => {
			failed(error);
			return errorPage(releases.get(), request, 500);
		};
		try {
			const found = find(request, path, query) ?? errorPage(releases.get(), request, 404);
			return found instanceof Promise ? found.catch(fail).then(complete) : complete(found);
		} catch (error) {
			return complete(fail(error));
		}
	}

	function find(
		request: SiteRequest,
		path: string | undefined,
		query: string,
	): SiteResponse | Promise<SiteResponse> | undefined {
		if (request.method !== 'GET' && request.method !== 'HEAD')
			return plain(405, 'This address is read with GET.', { Allow: 'GET, HEAD', ...UNKEPT });
		if (path === undefined) return undefined;
		const release = releases.get();
		const file = fileAt(release, path);
		if (file) return contentResponse(request, 200, file, {});
		if (fileAt(release, `${path}/`)) return withSlash(path, query);
		const page = pageAt(path, query);
		if (page?.isPage && !path.endsWith('/')) return withSlash(path, query);
		if (page) return render(page, request);
		const kept = keptFileAt(releases.others(), path);
		return kept && contentResponse(request, 200, kept, {});
	}

	/** What is rendered at a path, unless Astro would take it for another: it resolves dots, slashes and encodings. */
	function pageAt(path: string, query: string): RenderedPage | undefined {
		if (findPage === undefined || /%|\/\//.test(path)) return undefined;
		const url = new URL(`${siteUrl}${encodePath(path)}${query}`);
		// Without the client's headers: pages depend on their address alone, so anyone may keep them.
		return decodePath(url.pathname) === path ? findPage(new Request(url)) : undefined;
	}

	function render(page: RenderedPage, request: SiteRequest): SiteResponse | Promise<SiteResponse> {
		const { manifest } = releases.get();
		if (manifest.application !== application || Object.keys(manifest.site).length === 0) {
			return plain(503, 'This page cannot be shown until the directory is built again.', UNKEPT);
		}
		return releases.during(async (release) => {
			const rendered = await page.render({ release });
			const content = Buffer.from(await rendered.arrayBuffer());
			if (rendered.status >= 400 && content.length === 0) return errorPage(release, request, rendered.status);
			return renderedResponse(request, rendered, content);
		});
	}

	return { answer };
}

function renderedResponse(request: SiteRequest, { status, headers }: Response, content: Buffer): SiteResponse {
	const {
		'Content-Type': type = 'application/octet-stream',
		Etag: _,
		...others
	} = Object.fromEntries([...headers].map(([name, value]) => [inTitleCase(name), value]));
	const hash = createHash('sha256').update(content).digest('hex');
	const rendered = { hash, type: type.split(';', 1)[0]!, read: () => content };
	// What says nothing else is for whoever asked alone.
	return contentResponse(request, status, rendered, { 'Cache-Control': 'private, no-cache', ...others });
}

/** As the other headers are written, so that one of a name takes the place of another. */
function inTitleCase(name: string): string {
	return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** The release's own page for an error, else a sentence. */
function errorPage(release: Release, request: SiteRequest, status: number): SiteResponse {
	const text = status === 404 ? 'There is nothing at this address.' : 'This page cannot be shown at the moment.';
	const page = fileAt(release, `/${status}.html`);
	try {
		return page ? contentResponse(request, status, page, status === 404 ? PAGE : UNKEPT) : plain(status, text, UNKEPT);
	} catch {
		return plain(status, text, UNKEPT);
	}
}

function withSlash(path: string, query: string): SiteResponse {
	return plain(308, 'It is at the address with a slash at the end.', {
		Location: `${encodePath(path)}/${query}`,
	});
}

/** The path that was meant; undefined where it cannot be read, or is none. */
function decodePath(path: string): string | undefined {
	try {
		return path.startsWith('/') ? decodeURIComponent(path) : undefined;
	} catch {
		return undefined;
	}
}

/** As it stands in an address, slashes kept. */
function encodePath(path: string): string {
	return path.split('/').map(encodeURIComponent).join('/');
}
