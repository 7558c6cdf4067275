/** Makes the website of a release: its pages, the files that browsers load with them, and the text index. */

import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { fontAddress, fontFile, ownFiles, readOwnFile } from '../config/site/public-files.ts';
import { site } from '../config/site/site.ts';
import { assetsFolder, pagesEntry } from '../release/compiled-pages.ts';
import { unpack, unpackStrings } from '../search/sections.ts';
import { similarReader } from '../search/similar-index.ts';
import { filesIn } from '../shared/files.ts';
import { once } from '../shared/once.ts';
import { openSnapshot, withSnapshot } from '../snapshot/open.ts';
import { PACKAGES } from '../website/addresses.ts';
import { countsOf, type Directory, readDirectory } from '../website/directory/directory.ts';
import { EVERYTHING, type PageScope } from '../website/directory/page-type.ts';
import type { TextSource } from '../website/directory/text-record.ts';
import { hasPassed } from '../website/format/pay-words.ts';
import { sitemapCount } from '../website/machine-readable/sitemap.ts';
import { affectedScope } from '../website/rendering/affected.ts';
import { CONTENT_PAGES } from '../website/rendering/content-pages.ts';
import { PAGE_TYPES } from '../website/rendering/page-types.ts';
import type { SiteValues } from '../website/rendering/rendered-page.ts';
import { nextPage } from '../website/ui/pagination.ts';
import type { Base } from './base.ts';
import type { Progress, RunStep, TextIndexing } from './build-options.ts';
import { logoFinder } from './logos.ts';
import type { RenderedFile, Rendering } from './render-batch.ts';
import { renderPages } from './render-pages.ts';
import { type BuiltSite, type Current, SiteLayers } from './site-layers.ts';
import { TextBuild } from './text-index/text-build.ts';

export interface BuildSiteOptions {
	/** The version of the application. */
	readonly application: string;
	/** The version of the site's configuration. */
	readonly configuration: string;
	readonly siteUrl: string;
	/** The folder of releases. */
	readonly out: string;
	/** The folder in which the release is built. */
	readonly folder: string;
	readonly source: OpenDirectory;
	/** The folder of the logos. */
	readonly logos: string;
	/** The packs of the current release, whose files may be kept. */
	readonly current: Current;
	readonly base: Base | undefined;
	/** See `RenderOptions`. */
	readonly isWarm: boolean;
	readonly text: TextIndexing;
	/** Resolves when the API's part of the release is made. */
	readonly apiEnd: Promise<unknown>;
}

/** Makes the website. If there is a base, processes only the pages that the changed records can affect. */
export async function buildSite(options: BuildSiteOptions, step: RunStep): Promise<BuiltSite> {
	const { folder, source, logos, current, base, application } = options;
	const directory = source.directory();
	const affected = base ? scopeOf(base, source.db, directory) : EVERYTHING;
	using layers = new SiteLayers(folder, current, affected !== EVERYTHING);
	const scope = layers.isPartial ? affected : EVERYTHING;
	if (scope === EVERYTHING) addAssets(layers, assetsFolder(application, options.out), logos);
	const keepsText = options.text === 'keep' && layers.isPartial;
	await using text = keepsText ? undefined : startTextIndex(layers, directory, scope, options);
	await step('Render the pages', (progress) => addPages(layers, directory, scope, options, progress));
	// The address of a version keeps its content when the application is upgraded.
	layers.keepFolder(PACKAGES.slice(1));
	if (text !== undefined) await step('Index the text', (progress) => text.finish(progress));
	return layers.finish(directory.listedOrganizations.length);
}

function scopeOf({ changes, manifest, snapshot, index }: Base, db: Database.Database, directory: Directory): PageScope {
	if (sitemapCount(countsOf(directory)) !== sitemapCount(manifest.counts)) return EVERYTHING;
	if (hasOrganizations(directory) !== manifest.site.organizations > 0) return EVERYTHING;
	const similar = once(() => {
		const sections = unpack(readFileSync(index));
		return similarReader(unpackStrings(sections.slugs!, sections.count![0]!), sections);
	});
	const similarTo = (slug: string) => similar()(slug);
	return withSnapshot(snapshot, (before) => affectedScope(changes, { db, directory }, { db: before, similarTo }));
}

/** See `SiteValues`. */
function hasOrganizations({ listedOrganizations }: Directory): boolean {
	return listedOrganizations.length > 0;
}

/** Adds the files that are not rendered: scripts, styles, fonts, the files of `public`, the site's own, and the logos. */
function addAssets(layers: SiteLayers, assets: string, logos: string): void {
	const own = new Set(ownFiles());
	addFolder(layers, assets, '', own);
	for (const path of own) layers.add(path, readOwnFile(path));
	for (const { file } of site().fonts.files) layers.add(fontAddress(file).slice(1), readFileSync(fontFile(file)));
	if (existsSync(logos)) addFolder(layers, logos, 'logos/');
}

function addFolder(layers: SiteLayers, folder: string, prefix: string, without: ReadonlySet<string> = new Set()): void {
	for (const path of filesIn(folder))
		if (!without.has(path)) layers.add(prefix + path, readFileSync(join(folder, path)));
}

/** Renders the pages in scope whose views have changed. Keeps all unchanged pages of the current release. */
async function addPages(
	layers: SiteLayers,
	directory: Directory,
	scope: PageScope,
	{ application, configuration, siteUrl, out, isWarm }: BuildSiteOptions,
	progress: Progress,
): Promise<void> {
	// A full build does not collect its pages in an array, because that would keep all reviews in memory. Most pages are
	// about a single record, so the number of records is used as an estimate of the number of pages.
	const pages = layers.isPartial ? [...pagesIn(directory, scope)] : pagesIn(directory, scope);
	const total = Array.isArray(pages)
		? pages.length
		: Object.values(countsOf(directory)).reduce((sum, count) => sum + count, 0);
	let done = 0;
	const report = () => {
		if (++done % Math.ceil(total / 100) === 0) progress(Math.min(1, done / total), done);
	};
	const values: SiteValues = { siteUrl, hasOrganizations: hasOrganizations(directory) };
	const version = JSON.stringify([application, configuration, values]);
	function* changed(): Generator<Rendering> {
		for (const page of pages) {
			const { route } = page.type;
			const path = fileOf(page.address);
			const view = JSON.stringify(page.view());
			const fingerprint = fingerprintOf([version, route, view, ...expiredIn(view)]);
			if (layers.keep(path, fingerprint)) report();
			else yield { route, address: page.address, path, view, fingerprint };
		}
	}
	const write = (...[path, file]: RenderedFile) => {
		layers.addStored(path, file);
		report();
	};
	await renderPages(pagesEntry(application, out), values, changed(), write, { isWarm });
	if (Array.isArray(pages)) removePages(layers, new Set(pages.map(({ address }) => address)), scope);
}

function* pagesIn(directory: Directory, scope: PageScope) {
	for (const type of PAGE_TYPES) {
		for (const page of type.pages(directory, scope)) yield { ...page, type };
	}
}

/** Removes the pages in scope that no longer exist, such as the last page of a list that has become shorter. */
function removePages(layers: SiteLayers, listed: ReadonlySet<string>, { earlier }: PageScope): void {
	for (const first of listed.union(new Set(earlier))) {
		for (let address = listed.has(first) ? nextPage(first) : first; !listed.has(address); address = nextPage(address)) {
			if (!layers.remove(fileOf(address))) break;
		}
	}
}

/**
 * Starts to build the text index. A partial build keeps parts of the current release's index.
 *
 * @param options if its `text` is 'check', records out of scope may have changed, too
 */
function startTextIndex(
	layers: SiteLayers,
	directory: Directory,
	scope: PageScope,
	options: BuildSiteOptions,
): TextBuild {
	const checksAll = options.text === 'check';
	return new TextBuild({
		sources: textSources(directory),
		mayDiffer: (program) => checksAll || scope.has('programs', program),
		hasOld: layers.isPartial,
		earlierWork: options.apiEnd,
		files: {
			read: (path) => layers.current(path)!.read(),
			remove: (path) => layers.remove(path),
			add: (path, content) => layers.add(path, content),
		},
	});
}

/** Returns a search record for each page that the site search can find. */
export function textSources(directory: Directory): TextSource[] {
	return CONTENT_PAGES.flatMap(({ texts }) => (texts ? [...texts(directory)] : []));
}

/** Returns the last days of offers in a view that have passed: a page shows these offers as expired. */
function expiredIn(view: string): string[] {
	return Array.from(view.matchAll(/"(?:commission_)?until":"([\d-]+)"/g), ([, day]) => day!).filter(hasPassed);
}

function fingerprintOf(parts: readonly string[]): string {
	return hash('sha256', parts.map((part) => `${part}\0`).join('')).slice(0, 32);
}

function fileOf(address: string): string {
	return address.endsWith('/') ? `${address.slice(1)}index.html` : address.slice(1);
}

export interface OpenDirectory extends Disposable {
	readonly db: Database.Database;
	/** Reads the directory when first called. @throws if a record of the snapshot is invalid */
	directory(): Directory;
}

/**
 * @param logos the folder of the logos
 * @param synonyms groups of phrases with the same meaning
 */
export function openDirectory(
	snapshot: string,
	logos: string,
	synonyms: readonly (readonly string[])[],
): OpenDirectory {
	const db = openSnapshot(snapshot);
	db.exec('BEGIN');
	return {
		db,
		directory: once(() => readDirectory(db, logoFinder(logos), synonyms)),
		[Symbol.dispose]: () => db.close(),
	};
}
