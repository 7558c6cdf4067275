/** The headers of the website, in one table: our server sends them, and other hosts read them from a file. */

import { PRIVATE_PATHS } from './private-path.ts';

type Headers = { readonly [name: string]: string };

interface Rule {
	/** The start of the paths that it is for; none is under two. */
	readonly under: string;
	readonly headers?: Headers;
	/** The header Cache-Control, where it is not the usual. */
	readonly caching?: string;
}

/** A Content-Security-Policy. What is not named is forbidden; 'none' at the base, so a page can load nothing else. */
function policy(directives: { readonly [name: string]: string }): string {
	return Object.entries({ 'default-src': "'none'", ...directives })
		.map(([name, value]) => `${name} ${value}`.trim())
		.join('; ');
}

/** Pages are to be asked for again. */
export const PAGE_CACHING = 'public, max-age=0, must-revalidate';
/** Names hold a hash of the content. */
const KEPT_FOR_GOOD = 'public, max-age=31536000, immutable';

const EVERYWHERE: Headers = {
	'Content-Security-Policy': policy({
		// The full-text search is WebAssembly in a worker.
		'script-src': "'self' 'wasm-unsafe-eval'",
		'worker-src': "'self'",
		'connect-src': "'self'",
		'style-src': "'self'",
		'img-src': "'self'",
		'font-src': "'self'",
		'manifest-src': "'self'",
		'form-action': "'self'",
		'base-uri': "'none'",
		'frame-ancestors': "'none'",
	}),
	'X-Content-Type-Options': 'nosniff',
	'Referrer-Policy': 'strict-origin-when-cross-origin',
	'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Cross-Origin-Resource-Policy': 'same-origin',
};

const SPECIAL: readonly Rule[] = [
	{ under: '/_astro/', caching: KEPT_FOR_GOOD },
	{ under: '/pagefind/fragment/', caching: KEPT_FOR_GOOD },
	{ under: '/pagefind/index/', caching: KEPT_FOR_GOOD },
	// An SVG file from outside is a document of its own when it is opened, and may hold scripts.
	{
		under: '/logos/',
		headers: { 'Content-Security-Policy': policy({ 'style-src': "'unsafe-inline'", sandbox: '' }) },
	},
	// Addresses may hold what opens an account. (Under `no-referrer` older browsers would not say where a form comes from.)
	...PRIVATE_PATHS.map((under) => ({ under, headers: { 'Referrer-Policy': 'same-origin' }, caching: 'no-store' })),
	// Meant to be shown beside links on other sites.
	{ under: '/share/', headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' }, caching: 'public, max-age=86400' },
];

function everywhere(siteUrl: string): Headers {
	if (!siteUrl.startsWith('https:')) return EVERYWHERE;
	return { ...EVERYWHERE, 'Strict-Transport-Security': 'max-age=31536000' };
}

/** What the table says of a path. */
export interface SiteHeaders {
	readonly caching: string;
	/** Names and values in turn, as Node writes them fastest. */
	readonly headers: readonly string[];
}

/**
 * Finds what the table says of a path.
 *
 * @param siteUrl the public address, an origin
 */
export function siteHeaders(siteUrl: string): (path: string) => SiteHeaders {
	const all = everywhere(siteUrl);
	const prepare = (under: string, headers: Headers = {}, caching = PAGE_CACHING) => ({
		under,
		caching,
		headers: Object.entries({ ...all, ...headers }).flat(),
	});
	const usual = prepare('/');
	const special = SPECIAL.map(({ under, headers, caching }) => prepare(under, headers, caching));
	return (path) => special.find(({ under }) => path.startsWith(under)) ?? usual;
}

/**
 * The table as a file `_headers`, which Netlify, Cloudflare and others read. They send a header of two rules with both
 * values; two policies are then both in force.
 */
export function headersFile(siteUrl: string): string {
	return [{ under: '/', headers: everywhere(siteUrl) }, ...SPECIAL].map(block).join('\n');
}

function block({ under, headers, caching }: Rule): string {
	const all = { ...headers, ...(caching === undefined ? {} : { 'Cache-Control': caching }) };
	return [`${under}*`, ...Object.entries(all).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n');
}
