import { ClientGone, TooBusy } from '../api/limits/fair-queue.ts';
import { decodePath } from '../shared/http/paths.ts';
import type { HttpResponse } from '../shared/http/response.ts';
import { isPrivatePath, siteHeaders } from '../shared/http/site-headers.ts';
import { NoThread } from '../shared/thread.ts';
import { StateUnavailable } from '../state/unavailable.ts';
import {
	BUSY,
	CANNOT_BE_DRAWN,
	CANNOT_BE_READ,
	CANNOT_BE_SAVED,
	CLIENT_GONE,
	errorPage,
	sentence,
	UNCACHED,
} from './error-responses.ts';
import { type Found, SiteFinder, type SiteOptions } from './site-finder.ts';
import type { SiteRequest } from './site-response.ts';
import { isGo } from './views/go.ts';

/**
 * Responds to a request with the file at its path, a redirect, a page rendered on request, or an error page. Returns a
 * promise if the response is a private page, a page rendered on request, Markdown or a share image.
 *
 * @param failed called with each error, except when a queue is full or the client has gone. The response does not show
 *   the error
 */
export type Site = (request: SiteRequest, failed: (error: unknown) => void) => Found;

export function createSite(options: SiteOptions): Site {
	const finder = new SiteFinder(options);
	const headersAt = siteHeaders(options.siteUrl);
	const { releases } = options;
	return (request, failed) => {
		const end = request.target.indexOf('?');
		const path = decodePath(end === -1 ? request.target : request.target.slice(0, end));
		const query = end === -1 ? '' : request.target.slice(end);
		const release = releases.get();
		const { caching, headers } = headersAt(path ?? '/');
		const common = ['X-Snapshot', release.snapshot, ...headers];
		const isPrivate = path !== undefined && isPrivatePath(path);
		const complete = (response: HttpResponse) => ({ ...response, headers: [...common, ...response.headers] });
		const fail = (error: unknown) => {
			if (error instanceof TooBusy) return BUSY;
			if (error instanceof ClientGone) return CLIENT_GONE;
			failed(error);
			if (error instanceof NoThread) return isPrivate ? CANNOT_BE_SAVED : CANNOT_BE_DRAWN;
			if (!(error instanceof StateUnavailable)) return errorPage(releases.get(), request, 500);
			return request.method === 'POST' ? CANNOT_BE_SAVED : CANNOT_BE_READ;
		};
		const methods = isPrivate || isGo(path ?? '') ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
		if (!methods.includes(request.method)) {
			return complete(sentence(405, `This address only accepts ${methods.join(', ')}.`, ['Allow', methods.join(', ')]));
		}
		try {
			if (isPrivate) {
				const found = finder.findPrivate(request, path, query);
				return found.then((page) => page ?? errorPage(releases.get(), request, 404, UNCACHED), fail).then(complete);
			}
			const found = path === undefined ? undefined : finder.find(request, path, query, caching);
			if (found instanceof Promise) return found.catch(fail).then(complete);
			return complete(found ?? errorPage(release, request, 404));
		} catch (error) {
			return complete(fail(error));
		}
	};
}
