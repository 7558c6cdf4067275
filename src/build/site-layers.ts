/** Writes the packs of a release's website. Keeps the current release's packs, and adds a pack with the differences. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { FILES } from '../release/layout.ts';
import { linkPacks } from '../release/link-packs.ts';
import { type Manifest, readManifest } from '../release/manifest.ts';
import { mergedPacks } from '../release/merged-packs.ts';
import { contentHash, newPackName, SitePackWriter, type StoredFile, storedFile } from '../release/site-pack.ts';
import { packFile, type SiteFile, SiteStore } from '../release/site-store.ts';
import { makeFolder } from '../shared/make-folder.ts';
import { UserError } from '../shared/user-error.ts';

/** The packs of a website. */
export interface SitePacks {
	readonly folder: string;
	/** The names of the packs, newest first. */
	readonly names: readonly string[];
}

/** The packs of the current release that the new release reuses. */
interface Base {
	/** The packs in the current release's folder. Errors name that folder, because it remains if the build fails. */
	readonly packs: SitePacks;
	readonly store: SiteStore;
	readonly site: Manifest['site'];
}

const NO_BASE: Base = {
	packs: { folder: '', names: [] },
	store: new SiteStore('', []),
	site: { pages: 0, bytes: 0 },
};

/**
 * Starts writing a release's packs.
 *
 * @param release the folder in which the release is built
 * @param current the folder of the current release, if there is one
 * @param isPartial whether the files of the current release stay in the website unless the build replaces or removes
 *   them. If false, the build must keep each file explicitly. If the current release is damaged, no file can be kept
 */
export async function startLayers(
	release: string,
	current: string | undefined,
	isPartial: boolean,
): Promise<SiteLayers> {
	const folder = join(release, FILES.packs);
	makeFolder(folder);
	const base = current === undefined ? NO_BASE : await baseIn(current, folder);
	return new SiteLayers(folder, base, isPartial && base !== NO_BASE);
}

/** Links a release's packs into a folder. If any is damaged or missing, links none, so the build writes all files. */
async function baseIn(release: string, to: string): Promise<Base> {
	const manifest = await readManifest(release).catch(() => undefined);
	const folder = join(release, FILES.packs);
	if (manifest === undefined || !linkPacks(manifest.packs, folder, to)) return NO_BASE;
	const { packs: names, site } = manifest;
	try {
		return { packs: { folder, names }, store: new SiteStore(folder, names), site };
	} catch {
		for (const name of names) rmSync(packFile(to, name), { force: true });
		return NO_BASE;
	}
}

/** The part of the manifest that describes the website's packs and counts. */
export type Layers = Pick<Manifest, 'packs' | 'site'>;

/** How the pages differ from those of the current release. */
export interface PageChanges {
	readonly rendered: number;
	readonly kept: number;
	readonly removed: number;
}

export interface BuiltSite {
	readonly layers: Layers;
	readonly changes: PageChanges;
}

export class SiteLayers implements Disposable {
	readonly #folder: string;
	readonly #base: Base;
	readonly #name = newPackName();
	readonly #writer: SitePackWriter;
	/** All files of the current release, by path. Undefined in a partial build, which looks up files one by one. */
	readonly #files: ReadonlyMap<string, SiteFile> | undefined;
	/** The paths of the files that the build has kept explicitly. */
	readonly #kept = new Set<string>();
	readonly #written = new Set<string>();
	readonly #removed = new Set<string>();
	#pages: number;
	#bytes: number;

	/** Use `startLayers`. */
	constructor(folder: string, base: Base, isPartial: boolean) {
		this.#folder = folder;
		this.#base = base;
		this.#files = isPartial ? undefined : base.store.files();
		this.#writer = new SitePackWriter(packFile(folder, this.#name));
		this.#pages = base.site.pages;
		this.#bytes = base.site.bytes;
	}

	/** Whether the current release's files stay in the website unless the build replaces or removes them. */
	get isPartial(): boolean {
		return this.#files === undefined;
	}

	/** The packs of the current release. */
	get packs(): SitePacks {
		return this.#base.packs;
	}

	/** Finds a file of the current release. */
	current(path: string): SiteFile | undefined {
		return this.#files === undefined ? this.#base.store.get(path) : this.#files.get(path);
	}

	/**
	 * Keeps a file of the current release if the file has the given fingerprint. Returns whether the file is kept.
	 *
	 * @param fingerprint a hash of everything that the file depends on, including the version of the application
	 */
	keep(path: string, fingerprint: string | null): boolean {
		const file = this.current(path);
		if (file?.fingerprint !== fingerprint) return false;
		this.#keep(path);
		return true;
	}

	/** Keeps all files in a folder, except those that the new release already has. @param folder ends in a slash */
	keepFolder(folder: string): void {
		for (const path of this.#files?.keys() ?? []) {
			if (path.startsWith(folder) && !this.#kept.has(path) && !this.#written.has(path)) this.#keep(path);
		}
	}

	/** Adds a file. Each path can be added only once. */
	add(path: string, content: Buffer, fingerprint: string | null = null): void {
		if (this.current(path)?.hash === contentHash(content) && this.keep(path, fingerprint)) return;
		this.#write(path, storedFile(path, content, fingerprint));
	}

	/** Adds a file that was made by `storedFile`, for example in another thread. Each path can be added only once. */
	addStored(path: string, file: StoredFile): void {
		if (this.current(path)?.hash === file.hash && this.keep(path, file.fingerprint)) return;
		this.#write(path, file);
	}

	/** Removes a file of the current release. Returns false if there is none. Only `finish` calls this in full builds. */
	remove(path: string): boolean {
		const file = this.current(path);
		if (file === undefined) return false;
		this.#removed.add(path);
		this.#count(path, -1, -file.size);
		return true;
	}

	#keep(path: string): void {
		this.#refuseTwice(path);
		this.#kept.add(path);
	}

	#write(path: string, file: StoredFile): void {
		this.#refuseTwice(path);
		const old = this.current(path);
		// A partial build also keeps scripts, styles and images, which have no fingerprint. A page must not replace them.
		if (this.isPartial && old?.fingerprint === null && file.fingerprint !== null) this.#refuse(path);
		this.#writer.add(path, file);
		this.#written.add(path);
		this.#count(path, old ? 0 : 1, file.size - (old?.size ?? 0));
	}

	#refuseTwice(path: string): void {
		if (this.#kept.has(path) || this.#written.has(path)) this.#refuse(path);
	}

	/** @throws UserError saying that the website already has a file with this path */
	#refuse(path: string): never {
		throw new UserError(`The website has two files with the path ${path}. If one of them is in public/, rename it.`);
	}

	#count(path: string, files: number, bytes: number): void {
		if (isPage(path)) this.#pages += files;
		this.#bytes += bytes;
	}

	/** Closes all packs. The new release's packs can be used only if `finish` has completed them. */
	[Symbol.dispose](): void {
		this.#writer.close();
		this.#base.store.close();
	}

	/** Completes the packs. If the build is not partial, removes the files that it has neither kept nor added. */
	finish(): BuiltSite {
		for (const path of this.#files?.keys() ?? []) {
			if (!this.#kept.has(path) && !this.#written.has(path)) this.remove(path);
		}
		const { names: old } = this.packs;
		const isSame = this.#written.size + this.#removed.size === 0 && old.length > 0;
		const packs = isSame ? [...old] : [this.#name, ...old.slice(this.#merge())];
		this.#writer.finish();
		this[Symbol.dispose]();
		for (const name of [this.#name, ...old]) if (!packs.includes(name)) rmSync(packFile(this.#folder, name));
		const rendered = countPages(this.#written);
		return {
			layers: { packs, site: { pages: this.#pages, bytes: this.#bytes } },
			changes: { rendered, kept: this.#pages - rendered, removed: countPages(this.#removed) },
		};
	}

	/**
	 * Decides which older packs the new pack replaces, and copies their remaining files into it. Returns the number of
	 * replaced packs.
	 *
	 * @throws UserError naming the pack and the path when a file to copy is damaged
	 */
	#merge(): number {
		const stores = this.packs.names.map((name) => new SiteStore(this.packs.folder, [name]));
		try {
			const merged = mergedPacks(
				this.#written.size + this.#removed.size,
				stores.map(({ rows }) => rows),
			);
			const isAll = merged === stores.length;
			if (!isAll) for (const path of this.#removed) this.#writer.remove(path);
			const newer = this.#written.union(this.#removed);
			for (const store of stores.slice(0, merged)) {
				for (const [path, file] of store.entries()) {
					if (newer.has(path)) continue;
					newer.add(path);
					if (file !== undefined) this.#writer.add(path, file.readStored());
					else if (!isAll) this.#writer.remove(path);
				}
			}
			return merged;
		} finally {
			for (const store of stores) store.close();
		}
	}
}

const isPage = (path: string) => path.endsWith('.html');

const countPages = (paths: Iterable<string>) => [...paths].filter(isPage).length;
