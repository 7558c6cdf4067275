/** Writes the current release as plain files. */
import { siteVersion } from '../config/site/site-version.ts';
import { apiFile } from '../release/api-database.ts';
import { ApiStore } from '../release/api-store.ts';
import { applicationVersion } from '../release/application-version.ts';
import { ExportFolder, type FileToExport } from '../release/export-folder.ts';
import { hasWebsite, readManifest } from '../release/manifest.ts';
import { type PackedEntry, PackStore, packFiles } from '../release/pack-store.ts';
import { aboutOf } from '../release/write-database.ts';
import { compress, type Encoding, isText, mediaType, tagOf } from '../shared/http/content.ts';
import { movedPages, type Redirect, redirectsFile } from '../shared/http/paths.ts';
import { headersFile } from '../shared/http/site-headers.ts';
import { once } from '../shared/once.ts';
import { UserError } from '../shared/user-error.ts';
import { count, number } from '../website/format/numbers.ts';
import { hasMarkdown, markdownAddress } from '../website/machine-readable/markdown-address.ts';
import { pageMarkdown } from '../website/machine-readable/page-markdown.ts';
import { programBadgeAddress } from '../website/share/address.ts';
import { programBadge } from '../website/share/badge.ts';
import { caddyFile, type HOST_FILES, nginxFile, type ServedSite } from './server-files.ts';
import { differs, isPage, staticContent } from './static-site.ts';

/**
 * Writes the website of a release to the folder `to`, for any host. Leaves out what only this software's own server can
 * answer.
 *
 * @param isCompressed whether to write texts compressed too, beside the plain ones, for servers that send such files
 * @throws UserError when the release has no website
 */
export async function exportSite(release: string, to: string, isCompressed = false): Promise<void> {
	const manifest = await readManifest(release);
	if (!hasWebsite(manifest)) {
		throw new UserError('The current release has no website. Build one without --only api, then export again.');
	}
	using packs = new PackStore(packFiles(release, manifest));
	using api = new ApiStore(apiFile(release));
	const folder = new ExportFolder(to);
	const site = new SiteFolder(folder, isCompressed);
	const siteUrl = manifest.site_url!;
	const version = `${applicationVersion()} ${siteVersion()} ${siteUrl}`;
	// Write pages last. A host may already be serving this folder, so the files that a page loads must be there before
	// the page.
	const files = [...packs.entries()];
	for (const [path, file] of files.filter(([path]) => !isPage(path))) writeFile(site, path, file, siteUrl, version);
	writeBadges(
		site,
		api,
		files.map(([path]) => path),
	);
	for (const [path, file] of files.filter(([path]) => isPage(path))) {
		writeFile(site, path, file, siteUrl, version);
		writeMarkdown(site, path, file, siteUrl, version);
	}
	writeHostFiles(folder, { siteUrl, paths: site.paths, redirects: [...movedPages, ...recordRedirects(api)] });
	finish(folder, to);
}

/** The extensions of compressed files, as nginx and Caddy look for them. */
const COMPRESSED: readonly (readonly [extension: string, encoding: Encoding])[] = [
	['.br', 'br'],
	['.gz', 'gzip'],
];

/** Writes the files that visitors load. */
class SiteFolder {
	/** The paths of the written files, without the compressed ones. */
	readonly paths: string[] = [];
	readonly #folder: ExportFolder;
	readonly #isCompressed: boolean;

	constructor(folder: ExportFolder, isCompressed: boolean) {
		this.#folder = folder;
		this.#isCompressed = isCompressed;
	}

	write(path: string, file: FileToExport): void {
		const read = once(() => file.read());
		// A server sends a compressed file in place of the plain one, so it must not be older.
		if (this.#isCompressed && isText(mediaType(path))) {
			for (const [extension, encoding] of COMPRESSED) {
				const compressed = () => compress(read(), encoding, 'kept');
				this.#folder.write(path + extension, { hash: file.hash, size: undefined, read: compressed });
			}
		}
		this.#folder.write(path, { ...file, read });
		this.paths.push(path);
	}
}

/** Writes the headers and redirects, for several hosts. */
function writeHostFiles(folder: ExportFolder, site: ServedSite): void {
	const files: { readonly [file in (typeof HOST_FILES)[number]]: string } = {
		_headers: headersFile(site.siteUrl),
		_redirects: redirectsFile(site.redirects),
		'_nginx.conf': nginxFile(site),
		'_caddy.conf': caddyFile(site),
	};
	for (const [path, text] of Object.entries(files)) folder.write(path, fileOf(Buffer.from(text)));
}

/**
 * Writes a file, unless the folder already contains the same file and version.
 *
 * @param version the versions of the application and of the configuration, and the site's URL, because some files depend on them
 */
function writeFile(folder: SiteFolder, path: string, file: PackedEntry, siteUrl: string, version: string): void {
	const kept = differs(path)
		? { hash: tagOf(`${version} ${file.tag}`), size: undefined }
		: { hash: file.tag, size: file.size };
	folder.write(path, { ...kept, read: () => staticContent(path, file.read(), siteUrl) });
}

/** Writes a page as Markdown. See `writeFile`. */
function writeMarkdown(folder: SiteFolder, path: string, page: PackedEntry, siteUrl: string, version: string): void {
	const address = `/${path.replace(/index\.html$/, '')}`;
	if (!hasMarkdown(address)) return;
	const read = () => Buffer.from(pageMarkdown(staticContent(path, page.read(), siteUrl).toString(), address, siteUrl));
	folder.write(markdownAddress(address).slice(1), { hash: tagOf(`${version} ${page.tag}`), size: undefined, read });
}

/**
 * Writes the badge of each program that has a page. A server needs no such files, because it draws badges on request.
 */
function writeBadges(folder: SiteFolder, api: ApiStore, pages: readonly string[]): void {
	for (const page of pages) {
		const slug = /^programs\/([^/]+)\/index\.html$/.exec(page)?.[1];
		const program = slug && api.response(`/programs/${slug}`);
		if (!program) continue;
		const badge = programBadge(JSON.parse(program.read().toString()).data);
		folder.write(programBadgeAddress(slug).slice(1), fileOf(Buffer.from(badge)));
	}
}

/** Writes the API's responses of a release to the folder `to`, as JSON. */
export async function exportBodies(release: string, to: string): Promise<void> {
	const manifest = await readManifest(release);
	using api = new ApiStore(apiFile(release));
	const folder = new ExportFolder(to);
	folder.write('export.json', fileOf(Buffer.from(JSON.stringify(aboutOf(manifest)))));
	for (const { path, body } of api.responses()) folder.write(`${path.slice(1)}.json`, fileOf(body));
	finish(folder, to);
}

function fileOf(content: Buffer): FileToExport {
	return { hash: tagOf(content), size: content.length, read: () => content };
}

function finish(folder: ExportFolder, name: string): void {
	const { files, written, removed } = folder.finish();
	console.log(`${count(files, 'file')} in ${name}: ${number(written)} written, ${number(removed)} removed`);
}

/**
 * Returns the redirects of the former addresses of records. Those of pages come first, because some hosts read only the
 * first few thousand lines. Records that are gone have none, so that hosts show the page for missing pages.
 */
export function recordRedirects(api: ApiStore): Redirect[] {
	const [pages, files]: [Redirect[], Redirect[]] = [[], []];
	for (const { path, target } of api.redirects()) {
		if (target === null) continue;
		const [, kind, slug] = path.split('/') as [string, string, string];
		const [from, to] = [`/${kind}/${slug}/`, `/${kind}/${target}/`];
		pages.push({ from, to });
		files.push({ from: markdownAddress(from), to: markdownAddress(to) });
		if (kind === 'programs') files.push({ from: programBadgeAddress(slug), to: programBadgeAddress(target) });
	}
	return [...pages, ...files];
}
