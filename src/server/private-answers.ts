/** What the website has at private addresses: pages that are rendered for one visitor, and their forms. */
import { isOffered } from '../config/site/site.ts';
import { hasWebsite } from '../release/manifest.ts';
import type { HttpResponse } from '../shared/http/response.ts';
import { SAVED_SYNC } from '../website/addresses.ts';
import { CANNOT_BE_SHOWN, sentence, UNCACHED } from './error-responses.ts';
import { furtherHeaders, pageAt, pagesFit } from './rendered-pages.ts';
import { type Asked, type SiteParts, withSlash } from './site-answers.ts';
import type { SiteRequest } from './site-response.ts';

/** Renders a private page. The request may contain a form. */
export async function privateAnswer(
	{ release, path, query, request }: Asked,
	parts: SiteParts,
): Promise<HttpResponse | undefined> {
	const { releases, accounts, pages } = parts;
	if (!isOffered(path) || !hasWebsite(release.manifest)) return undefined;
	const { headers, address, body } = request.privateRequest();
	const init: RequestInit = { headers };
	if (request.method === 'POST') {
		if (!FORM.test(headers.get('content-type') ?? '')) return sentence(415, 'This address only accepts forms.');
		const read = await (path === SAVED_SYNC ? savedList(request, parts) : body());
		if (read === 401) return sentence(401, 'Sign in first.');
		if (read === 400) return sentence(400, 'The form is incomplete. Send it again.');
		if (read === 413) return sentence(413, 'The form is too long.');
		Object.assign(init, { method: 'POST', body: read });
	}
	if (pages.find === undefined) return CANNOT_BE_SHOWN;
	const page = pageAt(path, query, parts, init);
	if (page === undefined) return undefined;
	if (page.isPage && !path.endsWith('/')) return withSlash(path, query, UNCACHED);
	if (!pagesFit(releases.get(), parts.application)) return CANNOT_BE_SHOWN;
	if (request.method === 'POST' || path.startsWith(PROVIDER_RETURN)) await (await accounts()).untilWritable();
	const locals = { accounts, requestContext: { headers, address, isGone: request.client.isGone } };
	return releases.during(async (current) =>
		privateResponse(
			await parts.privatePages.run(request.client, () => page.render({ release: current, ...locals })),
			request.method,
		),
	);
}

/** The maximum size of a list of saved programs, as a form, in bytes. src/deploy/nginx.conf has the same limit. */
const LARGEST_LIST = 4_000_000;

/** Reads a list of saved programs. It can be large, so strangers cannot send one, and few are read at the same time. */
async function savedList({ privateRequest, client }: SiteRequest, { accounts, savedLists }: SiteParts) {
	const { headers, address, body } = privateRequest();
	const session = await (await accounts()).findSession({ headers, address, isGone: client.isGone });
	if (session !== undefined) return savedLists.run(client, () => body(LARGEST_LIST));
	await body(0);
	return 401;
}

const FORM = /^application\/x-www-form-urlencoded(?:;|$)/i;

/**
 * The path to which sign-in providers send users back. A request for this path changes the state, although it contains
 * no form.
 */
const PROVIDER_RETURN = '/account/auth/callback/';

/**
 * Makes the response of a private page. The response must not be cached. It is not compressed either, because the
 * length of a compressed page would reveal the page's secrets to anyone who can add text to the page (the BREACH
 * attack).
 *
 * @returns undefined for an error without a body
 */
async function privateResponse(page: Response, method: string): Promise<HttpResponse | undefined> {
	const { status } = page;
	const type = page.headers.get('content-type');
	const body = Buffer.from(await page.arrayBuffer());
	if (status >= 400 && body.length === 0) return undefined;
	// biome-ignore format: a name and its value on each line
	const headers = [
		'Cache-Control', 'no-store',
		'Vary', 'Cookie',
		'Content-Length', String(body.length),
		...(type === null ? [] : ['Content-Type', type === 'text/html' ? `${type}; charset=utf-8` : type]),
		...furtherHeaders(page),
	];
	return { status, headers, body: method === 'HEAD' ? null : body };
}
