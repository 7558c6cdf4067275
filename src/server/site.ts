import { ClientGone, TooBusy } from '../api/limits/fair-queue.ts';
import { decodePath } from '../shared/http/paths.ts';
import type { HttpResponse } from '../shared/http/response.ts';
import { isPrivatePath, siteHeaders } from '../shared/http/site-headers.ts';
import { NoThread } from '../shared/thread.ts';
import { StateUnavailable } from '../state/unavailable.ts';
import {
	BUSY,
	CANNOT_BE_READ,
	CANNOT_BE_SAVED,
	CLIENT_GONE,
	errorPage,
	sentence,
	UNCACHED,
} from './error-responses.ts';
import { privateAnswer } from './private-answers.ts';
import { publicAnswer, type SiteOptions, siteParts } from './site-answers.ts';
import type { SiteRequest } from './site-response.ts';
import { isGo } from './visits/go.ts';

/**
 * Responds to a request with the file at its path, a redirect, a page rendered on request, or an error page. Never
 * rejects.
 *
 * @param failed called with each error, except when a queue is full or the client has gone. The response does not show
 *   the error
 */
export type SiteHandler = (request: SiteRequest, failed: (error: unknown) => void) => Promise<HttpResponse>;

export function createSite(options: SiteOptions): SiteHandler {
	const headersAt = siteHeaders(options.siteUrl);
	const { releases } = options;
	const parts = siteParts(options);
	return async (request, failed) => {
		const { method, target } = request;
		const end = target.indexOf('?');
		const path = decodePath(end === -1 ? target : target.slice(0, end));
		const query = end === -1 ? '' : target.slice(end);
		const release = releases.get();
		const { caching, headers } = headersAt(path ?? '/');
		const isPrivate = path !== undefined && isPrivatePath(path);

		async function answer(): Promise<HttpResponse> {
			const methods = isPrivate || isGo(path ?? '') ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
			const allowed = methods.join(', ');
			if (!methods.includes(method)) return sentence(405, `This address only accepts ${allowed}.`, ['Allow', allowed]);
			if (path === undefined) return errorPage(release, request, 404);
			const asked = { request, path, query, release, caching };
			if (!isPrivate) return (await publicAnswer(asked, parts)) ?? errorPage(release, request, 404);
			return (await privateAnswer(asked, parts)) ?? errorPage(releases.get(), request, 404, UNCACHED);
		}

		function failure(error: unknown): HttpResponse {
			if (error instanceof TooBusy) return BUSY;
			if (error instanceof ClientGone) return CLIENT_GONE;
			failed(error);
			if (error instanceof NoThread && isPrivate) return CANNOT_BE_SAVED;
			if (!(error instanceof StateUnavailable)) return errorPage(releases.get(), request, 500);
			return method === 'POST' ? CANNOT_BE_SAVED : CANNOT_BE_READ;
		}

		const response = await answer().catch(failure);
		return { ...response, headers: ['X-Snapshot', release.snapshot, ...headers, ...response.headers] };
	};
}
