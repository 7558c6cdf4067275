import { join, resolve } from 'node:path';
import { command, run } from '../src/commands/command.ts';
import { SETTINGS } from '../src/commands/settings.ts';
import { applicationVersion } from '../src/release/application-version.ts';
import { BodyStore } from '../src/release/body-store.ts';
import { ExportFolder } from '../src/release/export-folder.ts';
import { FILES, releaseFolder } from '../src/release/layout.ts';
import { hasWebsite, readManifest } from '../src/release/manifest.ts';
import { needCurrentRelease } from '../src/release/publish.ts';
import { contentHash } from '../src/release/site-pack.ts';
import { type SiteFile, SiteStore } from '../src/release/site-store.ts';
import { redirectsFile } from '../src/shared/http/moved.ts';
import { headersFile } from '../src/shared/http/site-headers.ts';
import { UserError } from '../src/shared/user-error.ts';
import { count, number } from '../src/website/format/numbers.ts';
import { hasMarkdown, markdownAddress } from '../src/website/machine-readable/markdown-address.ts';
import { pageMarkdown } from '../src/website/machine-readable/page-markdown.ts';
import { programBadgeAddress } from '../src/website/share/address.ts';
import { programBadge } from '../src/website/share/badge.ts';

const exportRelease = command('export', 'Writes the current release as plain files.', [
	['npm run export -- --site var/site', 'the static website, for any host'],
	['npm run export -- --json var/json', "the API's responses: programs/acme.json, categories.json, …"],
])
	.addOption(SETTINGS.out())
	.option('--site <folder>', 'write the static website to this folder: new, empty, or from an earlier export')
	.option('--json <folder>', "write the API's responses to this folder, as JSON")
	.action(async ({ out, site, json }) => {
		if (site === undefined && json === undefined) throw new UserError('Name a folder with --site, --json or both.');
		if (site !== undefined && json !== undefined && resolve(site) === resolve(json)) {
			throw new UserError('Name different folders with --site and --json.');
		}
		const release = releaseFolder(out, needCurrentRelease(out));
		if (site !== undefined) await exportSite(release, site);
		if (json !== undefined) await exportBodies(release, json);
	});

/** The style sheet that contains the site's settings. */
const THEME = 'theme.css';
/** CSS that hides the page parts that work only with this software's own server. */
const WITHOUT_SERVER = Buffer.from('.needs-server{display:none}\n');

await run(exportRelease);

async function exportSite(release: string, to: string): Promise<void> {
	const manifest = await readManifest(release);
	if (!hasWebsite(manifest)) {
		throw new UserError('The current release has no website. Build one without --only api, then export again.');
	}
	const store = new SiteStore(join(release, FILES.packs), manifest.packs);
	const folder = new ExportFolder(to);
	// Write pages last. A host may already be serving this folder, so the files that a page loads must be there before
	// the page.
	const files = [...store.files()];
	const isPage = ([path]: (typeof files)[number]) => path.endsWith('.html');
	for (const [path, file] of files.filter((file) => !isPage(file))) {
		// Every page loads this style sheet.
		if (path === THEME) writeContent(folder, path, Buffer.concat([file.read(), WITHOUT_SERVER]));
		else folder.write(path, file);
	}
	writeContent(folder, '_headers', Buffer.from(headersFile(manifest.site_url!)));
	writeContent(folder, '_redirects', Buffer.from(redirectsFile()));
	writeBadges(
		folder,
		new BodyStore(join(release, FILES.bodies), manifest.bodies),
		files.map(([path]) => path),
	);
	const version = `${await applicationVersion()} ${manifest.site_url}`;
	for (const [path, file] of files.filter(isPage)) {
		folder.write(path, file);
		writeMarkdown(folder, path, file, manifest.site_url!, version);
	}
	store.close();
	finish(folder, to);
}

/**
 * Writes a page as Markdown, unless the folder already contains the Markdown of the same page and version.
 *
 * @param version the application version and the site's URL, because the Markdown depends on both
 */
function writeMarkdown(folder: ExportFolder, path: string, page: SiteFile, siteUrl: string, version: string): void {
	const address = `/${path.replace(/index\.html$/, '')}`;
	if (!hasMarkdown(address)) return;
	folder.write(markdownAddress(address).slice(1), {
		hash: contentHash(Buffer.from(`${version} ${page.hash}`)),
		size: undefined,
		read: () => Buffer.from(pageMarkdown(page.read().toString(), address, siteUrl)),
	});
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
	bodies.close();
}

async function exportBodies(release: string, to: string): Promise<void> {
	const manifest = await readManifest(release);
	const bodies = new BodyStore(join(release, FILES.bodies), manifest.bodies);
	const folder = new ExportFolder(to);
	for (const { path, body } of bodies.resources()) writeContent(folder, `${path.slice(1)}.json`, body);
	bodies.close();
	finish(folder, to);
}

function writeContent(folder: ExportFolder, path: string, content: Buffer): void {
	folder.write(path, { hash: contentHash(content), size: content.length, read: () => content });
}

function finish(folder: ExportFolder, name: string): void {
	const { files, written, removed } = folder.finish();
	console.log(`${count(files, 'file')} in ${name}: ${number(written)} written, ${number(removed)} removed`);
}
