/** Writes what nginx and Caddy need to serve an exported website: headers, media types and redirects. */
import { extname } from 'node:path';
import { MARKDOWN_HEADERS } from '../server/site-files.ts';
import { isText, mediaType } from '../shared/http/content.ts';
import type { Redirect } from '../shared/http/paths.ts';
import { type HeaderRule, headerRules } from '../shared/http/site-headers.ts';

export interface ServedSite {
	/** The site's public origin. */
	readonly siteUrl: string;
	readonly paths: Iterable<string>;
	readonly redirects: readonly Redirect[];
}

/** The files that are only for hosts. Visitors get a 404. */
export const HOST_FILES = ['_headers', '_redirects', '_nginx.conf', '_caddy.conf'] as const;

/** Returns the lines to include in a server block of nginx. See src/deploy/nginx-static.conf. */
export function nginxFile({ siteUrl, paths, redirects }: ServedSite): string {
	const rules = headerRules(siteUrl);
	const types = typesOf(paths);
	// nginx knows this one itself, and warns about a second mention.
	const texts = [...new Set(types.values())].filter((type) => isText(type) && type !== 'text/html');
	const headers = ({ headers }: HeaderRule) =>
		Object.entries(headers).map(([name, value]) => `add_header ${name} "${value}" always;`);
	return lines([
		...headers(rules.at(-1)!),
		...rules.slice(0, -1).map((rule) => `location ^~ ${rule.under} { ${headers(rule).join(' ')} }`),
		`location ~ \\.md$ { ${[...headers(rules.at(-1)!), `add_header ${MARKDOWN_HEADERS.join(' ')} always;`].join(' ')} }`,
		`types { ${Array.from(types, ([extension, type]) => `${type} ${extension};`).join(' ')} }`,
		'charset utf-8;',
		`charset_types ${texts.join(' ')};`,
		`gzip_types ${texts.join(' ')};`,
		...withoutSlashes(redirects).map(({ from, to }) => `location = ${from} { return 308 ${to}; }`),
		...HOST_FILES.map((file) => `location = /${file} { return 404; }`),
	]);
}

/** Returns the lines to import into a site block of Caddy. See src/deploy/Caddyfile-static. */
export function caddyFile({ siteUrl, paths, redirects }: ServedSite): string {
	const headers = ({ under, headers }: HeaderRule) => [
		`header ${under}* {`,
		...Object.entries(headers).map(([name, value]) => `\t${name} "${value}"`),
		'}',
	];
	const types = Array.from(typesOf(paths)).flatMap(([extension, type]) => [
		`@${extension} path *.${extension}`,
		`header @${extension} Content-Type "${type}${isText(type) ? '; charset=utf-8' : ''}"`,
	]);
	// The last of several values counts, so the rule for every path comes first.
	const [usual, ...special] = headerRules(siteUrl).toReversed() as [HeaderRule, ...HeaderRule[]];
	const rules = [usual, ...special.map((rule) => differing(rule, usual))].flatMap(headers);
	const moved = withoutSlashes(redirects).map(({ from, to }) => `redir ${from} ${to} 308`);
	const robots = `header @md ${MARKDOWN_HEADERS.join(' ')}`;
	return lines(['route {', ...[...rules, ...types, robots, ...moved].map((line) => `\t${line}`), '}']);
}

/** Returns a rule with only the headers that differ from those of another rule. */
function differing({ under, headers }: HeaderRule, usual: HeaderRule): HeaderRule {
	const differs = ([name, value]: [string, string]) => usual.headers[name] !== value;
	return { under, headers: Object.fromEntries(Object.entries(headers).filter(differs)) };
}

/** Returns the media types of files by their extensions, without the dot. */
function typesOf(paths: Iterable<string>): ReadonlyMap<string, string> {
	const types = new Map<string, string>();
	for (const path of paths) {
		const extension = extname(path).slice(1);
		if (extension !== '') types.set(extension, mediaType(path));
	}
	return new Map([...types].sort());
}

/** Adds a redirect from each page's address without its last slash. */
function withoutSlashes(redirects: readonly Redirect[]): Redirect[] {
	return redirects.flatMap(({ from, to }) =>
		from.endsWith('/')
			? [
					{ from, to },
					{ from: from.slice(0, -1), to },
				]
			: [{ from, to }],
	);
}

const lines = (all: readonly string[]) => `# Written by npm run export. Changes are overwritten.\n${all.join('\n')}\n`;
