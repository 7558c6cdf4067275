/** Answers at `/go/SLUG`, the address that links to apply have while clicks are counted. */
import { dataAt } from '../../api/release-data.ts';
import type { ProgramDetail } from '../../catalog/resources.ts';
import type { Release } from '../../release/release.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import { GO } from '../../website/addresses.ts';
import { mainLink, outbound } from '../../website/format/links.ts';
import { UNCACHED } from '../error-responses.ts';
import { plain, type SiteRequest } from '../site-response.ts';
import { hostOfReferrer, isOwnBeacon, isOwnClick } from './is-counted.ts';
import type { Visits } from './visits.ts';

/** The maximum size of a beacon's body, which is an address, in bytes. */
const LONGEST_BEACON = 2000;
/** Keeps search engines from listing the address. */
const HEADERS = ['X-Robots-Tag', 'noindex, nofollow'];
const NOTHING: HttpResponse = { status: 204, headers: ['Cache-Control', UNCACHED], body: null };

export function isGo(path: string): boolean {
	return path.startsWith(GO);
}

/**
 * Redirects a person to the page where publishers apply to a program, also under a former slug, and counts the click. A beacon (POST) is only
 * counted. Returns undefined if no program has the slug, or if it has no such page.
 *
 * @param visits undefined if clicks are not counted. The addresses still lead to the programs
 */
export function goResponse(
	release: Release,
	path: string,
	request: SiteRequest,
	visits: Visits | undefined,
): HttpResponse | Promise<HttpResponse> | undefined {
	const asked = path.slice(GO.length).replace(/\/$/, '');
	const slug = release.redirect(`/programs/${asked}`) ?? asked;
	const program = slug.includes('/') ? undefined : dataAt<ProgramDetail>(release, `/programs/${slug}`);
	if (program === undefined) return undefined;
	const link = mainLink(program);
	const address = outbound(link.address);
	if (address === null || link.words === 'Website') return undefined;
	if (request.method === 'POST') return countBeacon(slug, request, visits);
	if (request.method === 'GET' && isOwnClick(request.header)) {
		visits?.count('clicks', slug, request.client.address(), () => '');
	}
	return plain('You are leaving this site.', {
		status: 302,
		caching: UNCACHED,
		headers: ['Location', new URL(address).href, ...HEADERS],
	});
}

async function countBeacon(slug: string, request: SiteRequest, visits: Visits | undefined): Promise<HttpResponse> {
	if (visits === undefined || !isOwnBeacon(request.header)) return NOTHING;
	const { address, body } = request.privateRequest();
	const referrer = await body(LONGEST_BEACON);
	visits.count('clicks', slug, address, () => (Buffer.isBuffer(referrer) ? hostOfReferrer(referrer.toString()) : ''));
	return NOTHING;
}
