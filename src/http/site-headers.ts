/** The headers of the website, in one table: our server sends them, and other hosts read them from a file. */

type Headers = { readonly [name: string]: string };

interface Rule {
	/** The start of the paths that it is for. No path is under two but the first. */
	readonly under: string;
	readonly headers: Headers;
}

/** A Content-Security-Policy. What is not named is forbidden; 'none' at the base, so a page can load nothing else. */
function policy(directives: { readonly [name: string]: string }): string {
	return Object.entries({ 'default-src': "'none'", ...directives })
		.map(([name, value]) => `${name} ${value}`.trim())
		.join('; ');
}

/** Names in these folders hold a hash of the content. */
const KEPT_FOR_GOOD: Headers = { 'Cache-Control': 'public, max-age=31536000, immutable' };

const RULES: readonly [Rule, ...Rule[]] = [
	{
		under: '/',
		headers: {
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
		},
	},
	{ under: '/_astro/', headers: KEPT_FOR_GOOD },
	{ under: '/pagefind/fragment/', headers: KEPT_FOR_GOOD },
	{ under: '/pagefind/index/', headers: KEPT_FOR_GOOD },
	// An SVG file from outside is a document of its own when it is opened, and may hold scripts.
	{
		under: '/logos/',
		headers: { 'Content-Security-Policy': policy({ 'style-src': "'unsafe-inline'", sandbox: '' }) },
	},
	// Meant to be shown beside links on other sites.
	{ under: '/share/', headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' } },
];

function rulesFor(siteUrl: string): typeof RULES {
	const [all, ...others] = RULES;
	if (!siteUrl.startsWith('https:')) return RULES;
	return [{ ...all, headers: { ...all.headers, 'Strict-Transport-Security': 'max-age=31536000' } }, ...others];
}

/**
 * The headers of whatever is at a path of the site.
 *
 * @param siteUrl the public address, an origin
 */
export function siteHeaders(siteUrl: string): (path: string) => Headers {
	const [all, ...others] = rulesFor(siteUrl);
	const special = others.map(({ under, headers }) => ({ under, headers: { ...all.headers, ...headers } }));
	return (path) => special.find(({ under }) => path.startsWith(under))?.headers ?? all.headers;
}

/**
 * The table as a file `_headers`, which Netlify, Cloudflare and others read. They send a header of two rules with both
 * values; two policies are then both in force.
 */
export function headersFile(siteUrl: string): string {
	const blocks = rulesFor(siteUrl).map(({ under, headers }) =>
		[`${under}*`, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
	);
	return `${blocks.join('\n\n')}\n`;
}
