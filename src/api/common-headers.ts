let made = { snapshot: '', byCaching: new Map<string, readonly string[]>() };

/**
 * The headers that every answer from the same data and with the same rule of caching has, names and values in turn: the
 * same array each time, so that a server may keep what it makes of them.
 */
export function commonHeaders(caching: string, snapshot: string): readonly string[] {
	if (made.snapshot !== snapshot) made = { snapshot, byCaching: new Map() };
	let headers = made.byCaching.get(caching);
	if (headers === undefined) {
		// biome-ignore format: a name and its value on each line
		headers = [
			'Cache-Control', caching,
			'Vary', 'X-API-Key, Accept-Encoding',
			'X-Snapshot', snapshot,
			'X-Content-Type-Options', 'nosniff',
		];
		made.byCaching.set(caching, headers);
	}
	return headers;
}
