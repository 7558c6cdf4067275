/**
 * Whether a request that changes something comes from a page of this site (CSRF). Browsers send `Sec-Fetch-Site`, older
 * ones `Origin`. A request with neither is refused: browsers always send one of them with a form.
 *
 * @param siteUrl the site's public origin
 */
export function isSameOrigin(headers: Headers, siteUrl: string): boolean {
	const site = headers.get('sec-fetch-site');
	return site === null ? headers.get('origin') === siteUrl : site === 'same-origin';
}
