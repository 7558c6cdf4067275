/**
 * The packs of a release during its build: the packs of the current release, and a new pack with the differences.
 * Without a current release, or if it has too many packs, the new release gets one pack with all files.
 */
import { constants, copyFileSync, linkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FILES } from '../release/layout.ts';
import { type Manifest, readManifest } from '../release/manifest.ts';
import { contentHash, newPackName, SitePackWriter, type StoredFile, storedFile } from '../release/site-pack.ts';
import { packFile, type SiteFile, SiteStore } from '../release/site-store.ts';
import { makeFolder } from '../shared/make-folder.ts';
import { UserError } from '../shared/user-error.ts';

/** The maximum number of packs in a release. Each pack adds 0.5 µs to most requests. */
const MOST_PACKS = 8;

/** The packs of the current release that the new release reuses. */
interface Base {
	readonly packs: readonly string[];
	readonly store: SiteStore;
	readonly files: ReadonlyMap<string, SiteFile>;
}

const NO_BASE: Base = { packs: [], store: new SiteStore('', []), files: new Map() };

/**
 * Starts the packs of a release.
 *
 * @param release the folder in which the release is built
 * @param current the folder of the current release, if there is one
 */
export async function startLayers(release: string, current: string | undefined): Promise<SiteLayers> {
	const folder = join(release, FILES.packs);
	makeFolder(folder);
	return new SiteLayers(folder, current === undefined ? NO_BASE : await linkPacks(current, folder));
}

/**
 * Links the packs of a release into a folder. If a pack is damaged or missing, for example because the release is being
 * removed, links none, so that the build writes all files.
 */
async function linkPacks(release: string, to: string): Promise<Base> {
	const from = join(release, FILES.packs);
	const { packs } = await readManifest(release).catch(() => NO_BASE);
	let store: SiteStore | undefined;
	try {
		for (const name of packs) linkOrCopy(packFile(from, name), packFile(to, name));
		store = new SiteStore(from, packs);
		return { packs, store, files: store.files() };
	} catch {
		store?.close();
		for (const name of packs) rmSync(packFile(to, name), { force: true });
		return NO_BASE;
	}
}

/** Links a file, so that it is on the disk only once and stays until the last release with it is removed. */
function linkOrCopy(from: string, to: string): void {
	try {
		linkSync(from, to);
	} catch {
		// Some file systems have no hard links, and some systems let only the owner of a file link it.
		copyFileSync(from, to, constants.COPYFILE_FICLONE);
	}
}

/** The packs and counts of the website in the manifest. */
export type Layers = Pick<Manifest, 'packs' | 'site'>;

/** How the pages differ from those of the current release. */
export interface PageChanges {
	readonly rendered: number;
	readonly kept: number;
	readonly removed: number;
}

export class SiteLayers {
	/** The folder with the packs of the new release. */
	readonly #folder: string;
	readonly #base: Base;
	readonly #name = newPackName();
	readonly #writer: SitePackWriter;
	/** The paths of the files that the new release keeps from the current one. */
	readonly #kept = new Set<string>();
	/** The paths in the new pack. */
	readonly #written = new Set<string>();
	#pages = 0;
	#bytes = 0;

	/** Use `startLayers`. */
	constructor(folder: string, base: Base) {
		this.#folder = folder;
		this.#base = base;
		this.#writer = new SitePackWriter(packFile(folder, this.#name));
	}

	/** A file of the current release. */
	current(path: string): SiteFile | undefined {
		return this.#base.files.get(path);
	}

	/**
	 * Keeps a file of the current release if it was made from the same data. Returns whether it did.
	 *
	 * @param fingerprint a hash of everything that the file depends on, including the version of the application
	 */
	keep(path: string, fingerprint: string | null): boolean {
		const file = this.current(path);
		if (file?.fingerprint !== fingerprint) return false;
		this.#keep(path, file);
		return true;
	}

	/** Keeps the files of a folder that are not yet in the new release. @param folder ends in a slash */
	keepFolder(folder: string): void {
		for (const [path, file] of this.#base.files) {
			if (path.startsWith(folder) && !this.#kept.has(path)) this.#keep(path, file);
		}
	}

	/** Adds a file. Each path can be added once. */
	add(path: string, content: Buffer, fingerprint: string | null = null): void {
		if (!this.#keepSame(path, contentHash(content), fingerprint)) {
			this.#write(path, storedFile(path, content, fingerprint));
		}
	}

	/** Adds a file that `storedFile` made, for example in another thread. Each path can be added once. */
	addStored(path: string, file: StoredFile): void {
		if (!this.#keepSame(path, file.hash, file.fingerprint)) this.#write(path, file);
	}

	#keepSame(path: string, hash: string, fingerprint: string | null): boolean {
		const file = this.current(path);
		if (file === undefined || file.hash !== hash || file.fingerprint !== fingerprint) return false;
		this.#keep(path, file);
		return true;
	}

	#keep(path: string, file: SiteFile): void {
		this.#refuseTwice(path);
		this.#kept.add(path);
		this.#count(path, file.size);
	}

	#write(path: string, file: StoredFile): void {
		this.#refuseTwice(path);
		this.#writer.add(path, file);
		this.#written.add(path);
		this.#count(path, file.size);
	}

	/** @throws UserError when the website already has a file with this path */
	#refuseTwice(path: string): void {
		if (!this.#kept.has(path) && !this.#written.has(path)) return;
		throw new UserError(`The website has two files with the path ${path}. If one of them is in public/, rename it.`);
	}

	#count(path: string, size: number): void {
		if (isPage(path)) this.#pages++;
		this.#bytes += size;
	}

	/**
	 * Completes the packs. Files that were neither kept nor added are removed from the website.
	 *
	 * @throws UserError naming pack and path when a file that must be copied is damaged
	 */
	finish(): { readonly layers: Layers; readonly changes: PageChanges } {
		const { packs: old } = this.#base;
		const isSingle = old.length >= MOST_PACKS || this.#written.size >= this.#kept.size;
		const removed = this.#others();
		if (isSingle) this.#copyKept();
		else for (const path of removed) this.#writer.remove(path);
		this.#writer.finish();
		this.#base.store.close();
		const isSame = !isSingle && this.#written.size === 0 && removed.length === 0;
		const unused = isSingle ? old : isSame ? [this.#name] : [];
		for (const name of unused) rmSync(packFile(this.#folder, name));
		const packs = [this.#name, ...old].filter((name) => !unused.includes(name));
		return {
			layers: { packs, site: { pages: this.#pages, bytes: this.#bytes } },
			changes: { rendered: countPages(this.#written), kept: countPages(this.#kept), removed: countPages(removed) },
		};
	}

	#copyKept(): void {
		for (const path of this.#kept) this.#writer.add(path, this.current(path)!.readStored());
	}

	/** The paths of the base that the new release does not have. */
	#others(): string[] {
		return [...this.#base.files.keys()].filter((path) => !this.#kept.has(path) && !this.#written.has(path));
	}
}

const isPage = (path: string) => path.endsWith('.html');

function countPages(paths: Iterable<string>): number {
	let count = 0;
	for (const path of paths) if (isPage(path)) count++;
	return count;
}
