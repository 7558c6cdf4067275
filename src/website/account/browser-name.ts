import { excerpt } from '../../shared/text.ts';

/** Parts of the User-Agent header. The order matters, because the headers of most browsers also name other browsers. */
const BROWSERS = ['Edg', 'OPR', 'SamsungBrowser', 'Firefox', 'Chrome', 'Safari', 'curl'] as const;
const SYSTEMS = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'CrOS', 'Linux'] as const;
const NAMES: { readonly [token: string]: string } = {
	Edg: 'Edge',
	OPR: 'Opera',
	SamsungBrowser: 'Samsung Internet',
	Mac: 'macOS',
	CrOS: 'ChromeOS',
};
const LONGEST = 60;

/** Returns a short name by which people can recognize their browser, such as `Firefox on Linux`. */
export function browserName(userAgent: string | null): string {
	if (!userAgent?.trim()) return 'An unknown browser';
	const find = (tokens: readonly string[]) => tokens.find((token) => userAgent.includes(token));
	const browser = find(BROWSERS);
	if (browser === undefined) return excerpt(userAgent, LONGEST);
	const system = find(SYSTEMS);
	const name = NAMES[browser] ?? browser;
	return system === undefined ? name : `${name} on ${NAMES[system] ?? system}`;
}
