/**
 * Whether a request that changes something comes from a page of this site. This check prevents CSRF. Browsers send
 * `Sec-Fetch-Site`, and older browsers send `Origin`. A request with neither header is refused, because browsers always
 * send one of the two with a form.
 */
export function isSameOrigin(headers: Headers, siteUrl: string): boolean {
	const site = headers.get('sec-fetch-site');
	return site === null ? headers.get('origin') === siteUrl : site === 'same-origin';
}
