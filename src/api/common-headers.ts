import { HeaderGroup } from '../http/header-group.ts';

let made = { snapshot: '', byCaching: new Map<string, HeaderGroup>() };

/** The headers that every answer from the same data and with the same rule of caching has. */
export function commonHeaders(caching: string, snapshot: string): HeaderGroup {
	if (made.snapshot !== snapshot) made = { snapshot, byCaching: new Map() };
	let headers = made.byCaching.get(caching);
	if (headers === undefined) {
		// biome-ignore format: a name and its value on each line
		headers = new HeaderGroup([
			'Cache-Control', caching,
			'Vary', 'X-API-Key, Accept-Encoding',
			'X-Snapshot', snapshot,
			'X-Content-Type-Options', 'nosniff',
		]);
		made.byCaching.set(caching, headers);
	}
	return headers;
}
