/** Makes the website of a release: its pages, the files that browsers load with them, and the text index. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Directory } from '../site/directory.ts';
import type { TextSource } from '../site/machine-readable/text-index.ts';
import { CONTENT_PAGES } from '../site/pages/content-pages.ts';
import { PAGE_TYPES } from '../site/pages/page-types.ts';
import type { Progress } from './build-bodies.ts';
import { assetsFolder, pagesEntry } from './compiled-pages.ts';
import { type Rendering, renderPages } from './render-pages.ts';
import type { SiteLayers } from './site-layers.ts';
import { ENTRY } from './text-index/pagefind-files.ts';
import { type NumberedRecord, numberRecords } from './text-index/record-numbers.ts';
import { updateTextIndex } from './text-index/update-text-index.ts';

/** The values on which all pages depend besides their views. */
export interface SiteVersion {
	/** The version of the compiled pages. */
	readonly application: string;
	/** The public address, an origin. */
	readonly siteUrl: string;
}

/** Adds the files that are not rendered: scripts, styles, fonts, the files of `public`, and the logos. */
export function addAssets(layers: SiteLayers, application: string, logos: string): void {
	addFolder(layers, assetsFolder(application), '');
	if (existsSync(logos)) addFolder(layers, logos, 'logos/');
}

function addFolder(layers: SiteLayers, folder: string, prefix: string): void {
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		const file = join(entry.parentPath, entry.name);
		if (entry.isFile()) layers.add(`${prefix}${file.slice(folder.length + 1)}`, readFileSync(file));
	}
}

/** Renders the pages whose views have changed, and keeps the others of the current release. */
export async function addPages(
	layers: SiteLayers,
	directory: Directory,
	{ application, siteUrl }: SiteVersion,
	progress: Progress,
): Promise<void> {
	const pages = PAGE_TYPES.flatMap((type) => [...type.pages(directory)].map((page) => ({ ...page, type })));
	let done = 0;
	const report = () => {
		if (++done % Math.ceil(pages.length / 100) === 0) progress(done / pages.length, done);
	};
	function* changed(): Generator<Rendering> {
		for (const page of pages) {
			const { route } = page.type;
			const path = fileOf(page.address);
			const view = JSON.stringify(page.view());
			const fingerprint = fingerprintOf([application, siteUrl, route, view]);
			if (layers.keep(path, fingerprint)) report();
			else yield { route, address: page.address, path, view, fingerprint };
		}
	}
	await renderPages(pagesEntry(application), siteUrl, changed(), (path, file) => {
		layers.addStored(path, file);
		report();
	});
}

/** The folder of the text index in the website. */
const INDEX = 'pagefind/';

/** Brings the text index up to date with the current release, or makes a new one. */
export async function addTextIndex(
	layers: SiteLayers,
	directory: Directory,
	application: string,
	progress: Progress,
): Promise<void> {
	const entry = INDEX + ENTRY;
	const { categories, organizations, programs } = directory;
	const total = categories.length + organizations.length + programs.length;
	await updateTextIndex(
		{
			read: (path) => layers.current(INDEX + path)!.read(),
			keep: (path) => layers.keep(INDEX + path, null),
			keepAll: () => layers.keepFolder(INDEX),
			// The fingerprint of the entry file is the version of the application that made the index.
			add: (path, content) => layers.add(INDEX + path, content, path === ENTRY ? application : null),
		},
		textRecords(directory),
		layers.current(entry)?.fingerprint === application,
		(done) => progress(Math.min(1, done / total), done),
	);
}

/** The records of all pages that the site search finds. */
export function textRecords(directory: Directory): Generator<NumberedRecord> {
	return numberRecords(textSources(directory));
}

function* textSources(directory: Directory): Generator<TextSource> {
	for (const type of CONTENT_PAGES) for (const { text } of type.pages(directory)) if (text) yield text;
}

function fingerprintOf(parts: Iterable<string>): string {
	const hash = createHash('sha256');
	for (const part of parts) hash.update(part).update('\0');
	return hash.digest('hex').slice(0, 32);
}

/** The file of a page, relative to the website. */
function fileOf(address: string): string {
	return address.endsWith('/') ? `${address.slice(1)}index.html` : address.slice(1);
}
