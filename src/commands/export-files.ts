/** Writes the current release as plain files. */
import { applicationVersion } from '../release/application-version.ts';
import { BodyStore } from '../release/body-store.ts';
import { ExportFolder } from '../release/export-folder.ts';
import { hasWebsite, readManifest } from '../release/manifest.ts';
import { PackStore, packFiles } from '../release/pack-store.ts';
import { type SiteFile, SiteStore } from '../release/site-store.ts';
import { redirectsFile } from '../shared/http/moved.ts';
import { headersFile } from '../shared/http/site-headers.ts';
import { siteVersion } from '../shared/site/site-version.ts';
import { tagOf } from '../shared/tag.ts';
import { UserError } from '../shared/user-error.ts';
import { count, number } from '../website/format/numbers.ts';
import { hasMarkdown, markdownAddress } from '../website/machine-readable/markdown-address.ts';
import { pageMarkdown } from '../website/machine-readable/page-markdown.ts';
import { programBadgeAddress } from '../website/share/address.ts';
import { programBadge } from '../website/share/badge.ts';
import { recordRedirects } from './record-redirects.ts';
import { differs, isPage, isStatic, staticContent } from './static-site.ts';

/**
 * Writes the website of a release to the folder `to`, for any host. Leaves out what only this software's own server can
 * answer.
 *
 * @throws UserError when the release has no website
 */
export async function exportSite(release: string, to: string): Promise<void> {
	const manifest = await readManifest(release);
	if (!hasWebsite(manifest)) {
		throw new UserError('The current release has no website. Build one without --only api, then export again.');
	}
	using packs = new PackStore(packFiles(release, manifest));
	const folder = new ExportFolder(to);
	const siteUrl = manifest.site_url!;
	const version = `${await applicationVersion()} ${siteVersion()} ${siteUrl}`;
	// Write pages last. A host may already be serving this folder, so the files that a page loads must be there before
	// the page.
	const files = [...new SiteStore(packs).files()].filter(([path]) => isStatic(path));
	for (const [path, file] of files.filter(([path]) => !isPage(path))) writeFile(folder, path, file, siteUrl, version);
	writeContent(folder, '_headers', Buffer.from(headersFile(siteUrl)));
	const bodies = new BodyStore(packs);
	writeContent(folder, '_redirects', Buffer.from(redirectsFile() + recordRedirects(bodies)));
	writeBadges(
		folder,
		bodies,
		files.map(([path]) => path),
	);
	for (const [path, file] of files.filter(([path]) => isPage(path))) {
		writeFile(folder, path, file, siteUrl, version);
		writeMarkdown(folder, path, file, siteUrl, version);
	}
	finish(folder, to);
}

/**
 * Writes a file, unless the folder already contains the same file and version.
 *
 * @param version the versions of the application and of the configuration, and the site's URL, because some files depend on them
 */
function writeFile(folder: ExportFolder, path: string, file: SiteFile, siteUrl: string, version: string): void {
	const kept = differs(path)
		? { hash: tagOf(`${version} ${file.tag}`), size: undefined }
		: { hash: file.tag, size: file.size };
	folder.write(path, { ...kept, read: () => staticContent(path, file.read(), siteUrl) });
}

/** Writes a page as Markdown. See `writeFile`. */
function writeMarkdown(folder: ExportFolder, path: string, page: SiteFile, siteUrl: string, version: string): void {
	const address = `/${path.replace(/index\.html$/, '')}`;
	if (!hasMarkdown(address)) return;
	const read = () => Buffer.from(pageMarkdown(staticContent(path, page.read(), siteUrl).toString(), address, siteUrl));
	folder.write(markdownAddress(address).slice(1), { hash: tagOf(`${version} ${page.tag}`), size: undefined, read });
}

/**
 * Writes the badge of each program that has a page. A server needs no such files, because it draws badges on request.
 */
function writeBadges(folder: ExportFolder, bodies: BodyStore, pages: readonly string[]): void {
	for (const page of pages) {
		const slug = /^programs\/([^/]+)\/index\.html$/.exec(page)?.[1];
		const program = slug && bodies.read(`/programs/${slug}`);
		if (!program) continue;
		const badge = programBadge(JSON.parse(program.body.toString()).data);
		writeContent(folder, programBadgeAddress(slug).slice(1), Buffer.from(badge));
	}
}

/** Writes the API's responses of a release to the folder `to`, as JSON. */
export async function exportBodies(release: string, to: string): Promise<void> {
	using packs = new PackStore(packFiles(release, await readManifest(release)));
	const folder = new ExportFolder(to);
	for (const { path, body } of new BodyStore(packs).responses()) writeContent(folder, `${path.slice(1)}.json`, body);
	finish(folder, to);
}

function writeContent(folder: ExportFolder, path: string, content: Buffer): void {
	folder.write(path, { hash: tagOf(content), size: content.length, read: () => content });
}

function finish(folder: ExportFolder, name: string): void {
	const { files, written, removed } = folder.finish();
	console.log(`${count(files, 'file')} in ${name}: ${number(written)} written, ${number(removed)} removed`);
}
