import { httpDate } from './http-date.ts';
import type { WebHeaders } from './web.ts';

/** The announcement that the API will remove something that a request uses. */
export interface DeprecationNotice {
	/** The address of the request. */
	url: string;
	/** When the removal was announced: the time in the header `Deprecation`. */
	deprecatedAt: Date | undefined;
	/** When it stops working: the time in the header `Sunset`. */
	sunsetAt: Date | undefined;
	/** The address of a page that says what is removed, and what replaces it. */
	link: string | undefined;
}

/** Reads the announcement in a response (RFC 9745, RFC 8594). Returns undefined if there is none. */
export function deprecationNotice(url: string, headers: WebHeaders): DeprecationNotice | undefined {
	const deprecation = headers.get('Deprecation');
	const sunset = headers.get('Sunset');
	if (deprecation === null && sunset === null) return undefined;
	const [, seconds] = /^@(-?\d+)/.exec(deprecation ?? '') ?? [];
	const [, link] = /<([^>]*)>[^,]*; *rel="?(?:deprecation|sunset)\b/.exec(headers.get('Link') ?? '') ?? [];
	return {
		url,
		deprecatedAt: seconds === undefined ? undefined : new Date(Number(seconds) * 1000),
		sunsetAt: httpDate(sunset),
		link,
	};
}
