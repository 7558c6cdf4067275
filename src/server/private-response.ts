import { furtherHeaders } from './rendered-pages.ts';
import type { SiteResponse } from './site-response.ts';

/**
 * What a private page says, as an answer that nobody keeps. It is not compressed: how long it is then would tell of the
 * secrets in it to someone who can add to it (BREACH).
 *
 * @returns undefined for an error that says nothing
 */
export async function privateResponse(page: Response, method: string): Promise<SiteResponse | undefined> {
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
