/**
 * Writes the files of a release's website into a new pack. The pack contains only the files that differ from those in the
 * packs of the current release, which the new one keeps, and marks those that the website no longer has.
 */

import { rmSync } from 'node:fs';
import type { Manifest } from '../release/manifest.ts';
import { type Entry, newPackName, PackWriter, packFile, storedFile } from '../release/pack.ts';
import { type PackedEntry, PackStore, packFiles } from '../release/pack-store.ts';
import { tagOf } from '../shared/http/content.ts';
import { UserError } from '../shared/user-error.ts';

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

/** What a build keeps of the current release. */
export interface Current extends Pick<Manifest, 'site'> {
	readonly packs: readonly string[];
}

export class SiteLayers implements Disposable {
	/**
	 * Whether the files of the current release stay in the new one unless the build replaces or removes them. If not, the
	 * build must add or keep each file, and removes the others at the end.
	 */
	readonly isPartial: boolean;
	readonly #keepsPacks: boolean;
	readonly #before: PackStore;
	readonly #file: string;
	readonly #name = newPackName();
	readonly #writer: PackWriter;
	#rows = 0;
	/** The paths of the files that the build has kept explicitly or written. */
	readonly #done = new Set<string>();
	#pages: number;
	#bytes: number;
	#rendered = 0;
	#removed = 0;

	/**
	 * @param release the folder in which the release is built
	 * @param isPartial see `isPartial`. Without packs of the current release, no build is partial
	 */
	constructor(release: string, current: Current, isPartial: boolean) {
		this.#keepsPacks = current.packs.length > 0;
		this.isPartial = isPartial && this.#keepsPacks;
		this.#before = new PackStore(packFiles(release, current));
		this.#file = packFile(release, this.#name);
		this.#writer = new PackWriter(this.#file);
		this.#pages = current.site.pages;
		this.#bytes = current.site.bytes;
	}

	current(path: string): PackedEntry | undefined {
		return this.#before.get(path);
	}

	/**
	 * Keeps a file of the current release if the file has the given fingerprint. Returns whether the file is kept.
	 *
	 * @param fingerprint a hash of everything that the file depends on, including the version of the application
	 */
	keep(path: string, fingerprint: string | null): boolean {
		if (this.current(path)?.fingerprint !== fingerprint) return false;
		this.#do(path);
		return true;
	}

	/** Keeps all files in a folder, except those that the new release already has. @param folder ends in a slash */
	keepFolder(folder: string): void {
		for (const path of this.#others(folder)) this.#do(path);
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
		this.#rows++;
		this.#writer.remove(path);
		if (isPage(path)) this.#removed++;
		this.#count(path, -1, -file.size);
		return true;
	}

	#write(path: string, file: Entry): void {
		const old = this.current(path);
		// A partial build also keeps scripts, styles and images, which have no fingerprint. A page must not replace them.
		if (this.isPartial && old?.fingerprint === null && file.fingerprint !== null) this.#refuse(path);
		this.#do(path);
		this.#rows++;
		this.#writer.add(path, file);
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

	/** Yields the paths of the current release that the build has not yet kept or replaced, unless it is partial. */
	*#others(prefix: string): Generator<string> {
		if (this.isPartial) return;
		for (const [path] of this.#before.entries(prefix)) if (!this.#done.has(path)) yield path;
	}

	/**
	 * Completes the pack. If the build is not partial, removes the files that it has neither kept nor added.
	 *
	 * @param organizations the number of organizations that the website lists
	 */
	finish(organizations: number): BuiltSite {
		for (const path of this.#others('')) this.remove(path);
		this.#writer.finish();
		this.#before.close();
		const isEmpty = this.#rows === 0 && this.#keepsPacks;
		if (isEmpty) rmSync(this.#file);
		return {
			packs: isEmpty ? [] : [this.#name],
			site: { pages: this.#pages, bytes: this.#bytes, organizations },
			changes: { rendered: this.#rendered, kept: this.#pages - this.#rendered, removed: this.#removed },
		};
	}

	/** Closes all packs. The new pack can be used only if `finish` has completed it. */
	[Symbol.dispose](): void {
		this.#writer.close();
		this.#before.close();
	}
}

const isPage = (path: string) => path.endsWith('.html');
