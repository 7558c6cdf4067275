/** Writes the files of a release's website. Keeps the files of the current release that have not changed. */
import type { Manifest } from '../release/manifest.ts';
import type { Entry } from '../release/pack.ts';
import { type SiteFile, storedFile } from '../release/site-store.ts';
import { tagOf } from '../shared/tag.ts';
import { UserError } from '../shared/user-error.ts';
import { type Current, Layers } from './layers.ts';

/** How the pages differ from those of the current release. */
export interface PageChanges {
	readonly rendered: number;
	readonly kept: number;
	readonly removed: number;
}

export interface BuiltSite {
	/** The names of the new packs. */
	readonly packs: readonly string[];
	readonly site: Manifest['site'];
	readonly changes: PageChanges;
}

export class SiteLayers implements Disposable {
	readonly #layers: Layers;
	/** The paths of the files that the build has kept explicitly or written. */
	readonly #done = new Set<string>();
	#pages: number;
	#bytes: number;
	#rendered = 0;
	#removed = 0;

	/** See `Layers`. */
	constructor(release: string, current: Current, isPartial: boolean) {
		this.#layers = new Layers(release, current, isPartial);
		this.#pages = current.site.pages;
		this.#bytes = current.site.bytes;
	}

	/** See `Layers.isPartial`. */
	get isPartial(): boolean {
		return this.#layers.isPartial;
	}

	current(path: string): SiteFile | undefined {
		return this.#layers.find(path);
	}

	/**
	 * Keeps a file of the current release if the file has the given fingerprint. Returns whether the file is kept.
	 *
	 * @param fingerprint a hash of everything that the file depends on, including the version of the application
	 */
	keep(path: string, fingerprint: string | null): boolean {
		const file = this.current(path);
		if (file?.fingerprint !== fingerprint) return false;
		this.#keep(path, file);
		return true;
	}

	/** Keeps all files in a folder, except those that the new release already has. @param folder ends in a slash */
	keepFolder(folder: string): void {
		for (const [path, file] of this.#layers.others(folder)) this.#keep(path, file);
	}

	/** Adds a file without a fingerprint. Each path can be added only once. */
	add(path: string, content: Buffer): void {
		if (this.current(path)?.tag === tagOf(content) && this.keep(path, null)) return;
		this.#write(path, storedFile(path, content));
	}

	/** Adds a file that was made by `storedFile`, for example in another thread. Each path can be added only once. */
	addStored(path: string, file: Entry): void {
		if (this.current(path)?.tag === file.tag && this.keep(path, file.fingerprint)) return;
		this.#write(path, file);
	}

	/** Removes a file of the current release. Returns false if there is none. Only `finish` calls this in full builds. */
	remove(path: string): boolean {
		const file = this.current(path);
		if (file === undefined) return false;
		this.#layers.remove(path);
		if (isPage(path)) this.#removed++;
		this.#count(path, -1, -file.size);
		return true;
	}

	#keep(path: string, file: SiteFile): void {
		this.#do(path);
		this.#layers.keep(file);
	}

	#write(path: string, file: Entry): void {
		const old = this.current(path);
		// A partial build also keeps scripts, styles and images, which have no fingerprint. A page must not replace them.
		if (this.isPartial && old?.fingerprint === null && file.fingerprint !== null) this.#refuse(path);
		this.#do(path);
		this.#layers.add(path, file);
		if (isPage(path)) this.#rendered++;
		this.#count(path, old ? 0 : 1, file.size - (old?.size ?? 0));
	}

	#do(path: string): void {
		if (this.#done.has(path)) this.#refuse(path);
		this.#done.add(path);
	}

	/** @throws UserError saying that the website already has a file with this path */
	#refuse(path: string): never {
		throw new UserError(`The website has two files with the path ${path}. If one of them is in public/, rename it.`);
	}

	#count(path: string, files: number, bytes: number): void {
		if (isPage(path)) this.#pages += files;
		this.#bytes += bytes;
	}

	[Symbol.dispose](): void {
		this.#layers[Symbol.dispose]();
	}

	/**
	 * Completes the pack. If the build is not partial, removes the files that it has neither kept nor added.
	 *
	 * @param organizations the number of organizations that the website lists
	 */
	finish(organizations: number): BuiltSite {
		for (const [path] of this.#layers.others('')) this.remove(path);
		return {
			packs: this.#layers.finish(),
			site: { pages: this.#pages, bytes: this.#bytes, organizations },
			changes: { rendered: this.#rendered, kept: this.#pages - this.#rendered, removed: this.#removed },
		};
	}
}

const isPage = (path: string) => path.endsWith('.html');
