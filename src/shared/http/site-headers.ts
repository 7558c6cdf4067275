/** The headers of the website. Our server sends them, and other hosts read them from a file. */

/** The paths of private pages: account pages, and the forms to report leaked keys and wrong facts. */
export const PRIVATE_PATHS = ['/account/', '/leaked-key/', '/wrong-fact/'] as const;

/** Whether the pages at a path are private. Only private pages get cookies and accept forms. */
export function isPrivatePath(path: string): boolean {
	return PRIVATE_PATHS.some((start) => path.startsWith(start));
}

type Headers = { readonly [name: string]: string };

interface Rule {
	/** The start of the paths that the rule applies to. Each path matches at most one rule. */
	readonly under: string;
	readonly headers?: Headers;
	/** The Cache-Control header, if it differs from `PAGE_CACHING`. */
	readonly caching?: string;
}

/** Makes a Content-Security-Policy. Content of any kind that `directives` does not name cannot be loaded. */
function policy(directives: { readonly [name: string]: string }): string {
	return Object.entries({ 'default-src': "'none'", ...directives })
		.map(([name, value]) => `${name} ${value}`.trim())
		.join('; ');
}

/** Makes browsers check at each request whether a page has changed. */
export const PAGE_CACHING = 'public, max-age=0, must-revalidate';
/** Lets browsers keep a file for a year. Used for files whose addresses contain a hash of the content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

const EVERYWHERE: Headers = {
	'Content-Security-Policy': policy({
		// The full-text search is WebAssembly in a worker.
		'script-src': "'self' 'wasm-unsafe-eval'",
		'worker-src': "'self'",
		'connect-src': "'self'",
		'style-src': "'self'",
		'img-src': "'self'",
		'font-src': "'self'",
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

/** Lets scripts of any site read a file. */
const OPEN: Headers = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

const SPECIAL: readonly Rule[] = [
	{ under: '/_astro/', caching: IMMUTABLE },
	{ under: '/pagefind/', caching: IMMUTABLE },
	{ under: '/fonts/', caching: IMMUTABLE },
	// The build removes scripts from SVG files. If the build misses a script, this policy stops it from running when
	// someone opens the file itself.
	{
		under: '/logos/',
		headers: { 'Content-Security-Policy': policy({ 'style-src': "'unsafe-inline'", sandbox: '' }) },
	},
	// The addresses of private pages can contain tokens, so other sites must not see these addresses. (With
	// `no-referrer`, older browsers would send forms without the site's origin, and the server would refuse the forms.)
	...PRIVATE_PATHS.map((under) => ({ under, headers: { 'Referrer-Policy': 'same-origin' }, caching: 'no-store' })),
	// Other sites embed these images beside links.
	{ under: '/share/', headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' }, caching: 'public, max-age=86400' },
	{
		under: '/badges/',
		headers: {
			...OPEN,
			'Content-Security-Policy': policy({ 'style-src': "'unsafe-inline'", 'img-src': 'data:', sandbox: '' }),
		},
		caching: 'public, max-age=3600, stale-while-revalidate=86400',
	},
	// These files need no key, so tools and feed readers on other sites may read them.
	...['/openapi.', '/feeds/', '/changes/feed.', '/client.tgz', '/packages/'].map((under) => ({ under, headers: OPEN })),
];

function everywhere(siteUrl: string): Headers {
	if (!siteUrl.startsWith('https:')) return EVERYWHERE;
	return { ...EVERYWHERE, 'Strict-Transport-Security': 'max-age=31536000' };
}

interface SiteHeaders {
	readonly caching: string;
	/** Alternating names and values, because Node writes this form fastest. */
	readonly headers: readonly string[];
}

/** @param siteUrl the site's public origin */
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

export interface HeaderRule {
	/** The start of the paths that the rule applies to. */
	readonly under: string;
	/** All headers of these paths, except Content-Type. */
	readonly headers: Headers;
}

/**
 * Returns the headers of all public paths, for other servers. For each path, the first rule whose start fits counts. The
 * last rule fits every path.
 */
export function headerRules(siteUrl: string): HeaderRule[] {
	const rules: readonly Rule[] = [...SPECIAL, { under: '/' }];
	return rules
		.filter(({ under }) => !isPrivatePath(under))
		.map(({ under, headers, caching = PAGE_CACHING }) => ({
			under,
			headers: { ...everywhere(siteUrl), ...headers, 'Cache-Control': caching },
		}));
}

/**
 * Returns the content of a `_headers` file for Netlify, Cloudflare and other hosts. If two rules set the same header,
 * these hosts send both values. Browsers apply both Content-Security-Policies.
 */
export function headersFile(siteUrl: string): string {
	return [{ under: '/', headers: everywhere(siteUrl) }, ...SPECIAL].map(block).join('\n');
}

function block({ under, headers, caching }: Rule): string {
	const all = { ...headers, ...(caching === undefined ? {} : { 'Cache-Control': caching }) };
	return [`${under}*`, ...Object.entries(all).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n');
}
