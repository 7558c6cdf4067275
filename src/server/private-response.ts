import type { HttpResponse } from '../shared/http/response.ts';
import { furtherHeaders } from './rendered-pages.ts';

/**
 * Makes the response of a private page. The response must not be cached. It is not compressed either, because the
 * length of a compressed page would reveal the page's secrets to anyone who can add text to the page (the BREACH
 * attack).
 *
 * @returns undefined for an error without a body
 */
export async function privateResponse(page: Response, method: string): Promise<HttpResponse | undefined> {
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
