/**
 * The website while `npm run edit` serves it: every page shows the current problems, and reloads when a new release is
 * published.
 */
import { readFileSync } from 'node:fs';
import { sentence } from '../../server/error-responses.ts';
import type { Site } from '../../server/site.ts';
import { contentOf, contentResponse, type SiteRequest } from '../../server/site-response.ts';
import { mediaType } from '../../shared/http/media-type.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import type { OpenPages } from './open-pages.ts';

const EVENTS = '/_edit/events';
/** The notice's script and styles. They are served as files because the Content-Security-Policy forbids inline code. */
const FILES = new Map(
	['notice.js', 'notice.css'].map((name) => {
		const content = readFileSync(new URL(name, import.meta.url));
		return [`/_edit/${name}`, contentOf(content, mediaType(name))];
	}),
);

/** The request headers that do not count, because each page must be sent whole and without compression. */
const IGNORED = ['accept-encoding', 'if-none-match'];
/** Matches the headers that are wrong after the notice has been added to a page. */
const REPLACED = /^(?:cache-control|etag|content-length)$/i;

/** Adds the notice to all pages of a website, and also serves the notice's files and events. */
export function editingSite(site: Site, pages: OpenPages): Site {
	return (request, failed) => {
		const { method, target } = request;
		if (target === EVENTS && method === 'GET') return isOwnPage(request) ? pages.connect(pageOf(request)) : REFUSED;
		const file = FILES.get(target);
		if (file !== undefined) return contentResponse(request, file, { status: 200, caching: 'no-cache' });
		// Read the release ID before making the page. If a new release opens while the page is being made, the page may
		// reload once too often, but it never stays out of date.
		const { release } = pages;
		const header = (name: string) => (IGNORED.includes(name) ? undefined : request.header(name));
		const found = site({ ...request, header }, failed);
		// The response to a form gets no notice, because reloading it would send the form again.
		if (method !== 'GET') return found;
		return found instanceof Promise ? found.then((page) => withNotice(page, release)) : withNotice(found, release);
	};
}

/** The response to pages of other sites. */
const REFUSED = sentence(403, 'Pages of other sites cannot follow what happens here.');

/**
 * Whether a request comes from a page of this server, or from no page. Older browsers do not say where a request comes
 * from, but all send the origin if it is another one.
 */
function isOwnPage({ header }: SiteRequest): boolean {
	const origin = header('origin');
	return (
		['same-origin', 'none', undefined].includes(header('sec-fetch-site')) &&
		(origin === undefined || origin.replace(/^https?:\/\//, '') === header('host'))
	);
}

const pageOf = ({ header }: SiteRequest) => header('referer') ?? '';

function withNotice(page: HttpResponse, release: string): HttpResponse {
	const { status, headers, body } = page;
	const pairs = headers.flatMap((name, i) => (i % 2 === 0 ? [[name, headers[i + 1]!] as const] : []));
	const isHtml = pairs.some(([name, value]) => /^content-type$/i.test(name) && value.startsWith('text/html'));
	if (!isHtml || !Buffer.isBuffer(body)) return page;
	const notice = `<link rel="stylesheet" href="/_edit/notice.css"><edit-notice data-release="${release}" hidden><div role="alert"></div></edit-notice><script type="module" src="/_edit/notice.js"></script>`;
	const changed = Buffer.from(body.toString().replace(/<body[^>]*>/, (start) => start + notice));
	const kept = pairs.filter(([name]) => !REPLACED.test(name)).flat();
	const own = ['Cache-Control', 'no-store', 'Content-Length', String(changed.length)];
	return { status, headers: [...kept, ...own], body: changed };
}
