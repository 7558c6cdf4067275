/** The website: files of the current release, looked up in its manifest (never in the file system by a visitor's path). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { lookup } from 'mrmime';
import { acceptedEncoding, compress, type Encoding } from '../http/compress.ts';
import { isFresh } from '../http/is-fresh.ts';
import { FILES } from '../release/layout.ts';
import type { Release } from '../release/release.ts';

export interface SiteResponse {
	readonly status: number;
	readonly headers: { readonly [name: string]: string | number };
	readonly body: Buffer | null;
}

const PAGE = 'public, max-age=0, must-revalidate';
/** Astro puts a hash of the content into these names. */
const FOREVER = 'public, max-age=31536000, immutable';

/** Compressed files of whichever release, by hash and encoding; the oldest go when they take more than this. */
const compressed = new LRUCache<string, Buffer>({ maxSize: 32 * 2 ** 20, sizeCalculation: (body) => body.length });

/** Answers with a file of the site, a redirect to the address with a slash, or the page for what was not found. */
export function siteResponse(
	release: Release,
	method: string,
	target: string,
	header: (name: string) => string | undefined,
): SiteResponse {
	if (method !== 'GET' && method !== 'HEAD')
		return plain(405, 'This address is read with GET.', { Allow: 'GET, HEAD' });
	const end = target.indexOf('?');
	const path = decodePath(end === -1 ? target : target.slice(0, end));
	const file = path && fileAt(release, path);
	if (file) return fileResponse(release, file, 200, method, header);
	if (path && fileAt(release, `${path}/`)) {
		const query = end === -1 ? '' : target.slice(end);
		return plain(308, 'It is at the address with a slash at the end.', { Location: `${encodeURI(path)}/${query}` });
	}
	return Object.hasOwn(release.manifest.site, '404.html')
		? fileResponse(release, '404.html', 404, method, header)
		: plain(404, 'There is nothing at this address.');
}

function decodePath(path: string): string | undefined {
	try {
		return decodeURIComponent(path);
	} catch {
		return undefined;
	}
}

/** The file that a path shows: its own, or the index of its folder. */
function fileAt(release: Release, path: string): string | undefined {
	if (!path.startsWith('/')) return undefined;
	const file = path.endsWith('/') ? `${path.slice(1)}index.html` : path.slice(1);
	return Object.hasOwn(release.manifest.site, file) ? file : undefined;
}

function fileResponse(
	release: Release,
	file: string,
	status: number,
	method: string,
	header: (name: string) => string | undefined,
): SiteResponse {
	const { hash } = release.manifest.site[file]!;
	const tag = hash.slice(0, 16);
	const type = lookup(file) ?? 'application/octet-stream';
	const isText = /^text\/|json|xml|javascript/.test(type);
	const headers = {
		'Cache-Control': file.startsWith('_astro/') ? FOREVER : PAGE,
		ETag: `W/"${tag}"`,
		'X-Snapshot': release.snapshot,
		'X-Content-Type-Options': 'nosniff',
		...(isText ? { Vary: 'Accept-Encoding' } : {}),
	};
	if (status === 200 && isFresh(header('if-none-match'), tag)) return { status: 304, headers, body: null };
	const content = readFileSync(join(release.folder, FILES.site, file));
	const encoding = isText ? acceptedEncoding(header('accept-encoding')) : undefined;
	const body = encoding === undefined ? content : compressOnce(content, hash, encoding);
	return {
		status,
		headers: {
			...headers,
			'Content-Type': isText ? `${type}; charset=utf-8` : type,
			'Content-Length': body.length,
			...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
		},
		body: method === 'HEAD' ? null : body,
	};
}

function compressOnce(content: Buffer, hash: string, encoding: Encoding): Buffer {
	const key = `${hash} ${encoding}`;
	const known = compressed.get(key);
	if (known !== undefined) return known;
	const body = compress(content, encoding);
	compressed.set(key, body);
	return body;
}

/** A sentence instead of a page. */
export function plain(status: number, text: string, headers: { readonly [name: string]: string } = {}): SiteResponse {
	const body = Buffer.from(`${text}\n`);
	return {
		status,
		headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': body.length, ...headers },
		body,
	};
}
