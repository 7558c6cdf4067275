/**
 * Whether a request that changes something comes from a page of this site (CSRF). Browsers say so in `Sec-Fetch-Site`;
 * older ones send `Origin`. A request that says neither is refused: no form of a browser is sent without.
 *
 * @param siteUrl the public address, an origin
 */
export function isSameOrigin(headers: Headers, siteUrl: string): boolean {
	const site = headers.get('sec-fetch-site');
	return site === null ? headers.get('origin') === siteUrl : site === 'same-origin';
}
