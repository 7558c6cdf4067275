/**
 * The website while `npm run edit` serves it: the pages for editing, and on every other page a bar with links to them.
 * Pages show the current problems, and reload when the preview has changed.
 */
import { readFileSync } from 'node:fs';
import { sentence } from '../../server/error-responses.ts';
import type { SiteHandler } from '../../server/site.ts';
import { siteResponse } from '../../server/site-response.ts';
import { contentOf, mediaType } from '../../shared/http/content.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import { EDIT } from './addresses.ts';
import { editBar } from './edit-bar.ts';
import { editPage } from './edit-pages.ts';
import { isOwnPage } from './edit-request.ts';
import type { Editor } from './editor.ts';
import type { OpenPages } from './open-pages.ts';

const EVENTS = `${EDIT}events`;
/** The script and styles. They are served as files because the Content-Security-Policy forbids inline code. */
const FILES = new Map(
	['edit.js', 'edit.css'].map((name) => {
		const content = readFileSync(new URL(name, import.meta.url));
		return [EDIT + name, contentOf(content, mediaType(name))];
	}),
);

/** The request headers that do not count, because each page must be sent whole and without compression. */
const IGNORED = ['accept-encoding', 'if-none-match'];
/** Matches the headers that are wrong after the bar has been added to a page. */
const REPLACED = /^(?:cache-control|etag|content-length|vary)$/i;

/** Adds the pages for editing to a website, and the bar to its other pages. */
export function editingSite(site: SiteHandler, pages: OpenPages, editor: Editor): SiteHandler {
	return async (request, failed) => {
		const { method, target } = request;
		if (target === EVENTS && method === 'GET') return isOwnPage(request) ? pages.connect() : REFUSED;
		const file = FILES.get(target);
		if (file !== undefined) return siteResponse(request, file, { status: 200, caching: 'no-cache' });
		// Read the release ID before making the page. If a new release opens while the page is being made, the page may
		// reload once too often, but it never stays out of date.
		const { release } = pages;
		const withBar = (page: HttpResponse) => addBar(page, editBar(target, release, pages.notes, editor));
		const header = (name: string) => (IGNORED.includes(name) ? undefined : request.header(name));
		const plainly = { ...request, header };
		if (target.startsWith(EDIT)) {
			const missing = () => site({ ...plainly, method: 'GET' }, failed);
			const broken = (error: unknown) => {
				failed(error);
				return sentence(500, 'Something unexpected went wrong, see the terminal. Nothing was changed by this page.');
			};
			const found = editPage(plainly, site, editor).then(async (page) => page ?? missing());
			return found.then(withBar).catch(broken);
		}
		const found = await site(plainly, failed);
		// The response to a form gets no bar, because reloading it would send the form again.
		return method === 'GET' ? withBar(found) : found;
	};
}

const REFUSED = sentence(403, 'Pages of other sites cannot follow what happens here.');

function addBar(page: HttpResponse, bar: string): HttpResponse {
	const { status, headers, body } = page;
	const pairs = headers.flatMap((name, i) => (i % 2 === 0 ? [[name, headers[i + 1]!] as const] : []));
	const isHtml = pairs.some(([name, value]) => /^content-type$/i.test(name) && value.startsWith('text/html'));
	if (!isHtml || !Buffer.isBuffer(body)) return page;
	const changed = Buffer.from(
		body
			.toString()
			.replace('</head>', `<link rel="stylesheet" href="${EDIT}edit.css"></head>`)
			.replace(/<body[^>]*>(?:\s*<a class="skip-link".*?<\/a>)?/s, (start) => start + bar),
	);
	const kept = pairs.filter(([name]) => !REPLACED.test(name)).flat();
	const own = ['Cache-Control', 'no-store', 'Content-Length', String(changed.length)];
	return { status, headers: [...kept, ...own], body: changed };
}
