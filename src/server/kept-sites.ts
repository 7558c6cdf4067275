import { readManifest } from '../release/manifest.ts';
import { PAGE_CACHE, type PackedEntry, PackStore, packFiles } from '../release/pack-store.ts';

/**
 * The websites of several releases. Releases share most packs, so each pack is opened only once. The packs are opened
 * when the first file is looked up.
 */
export class KeptSites {
	readonly #files: ReadonlySet<string>;
	#packs: readonly PackStore[] | undefined;

	/** Call `keptSites` instead. @param files the paths of the packs */
	constructor(files: ReadonlySet<string>) {
		this.#files = files;
	}

	/** Finds the file at a path in any of these packs. */
	get(path: string): PackedEntry | undefined {
		this.#packs ??= [...this.#files].flatMap((file) => openIfPossible(file) ?? []);
		for (const pack of this.#packs) {
			const file = pack.get(path);
			if (file !== undefined) return file;
		}
		return undefined;
	}

	close(): void {
		for (const pack of this.#packs ?? []) pack.close();
		this.#packs = [];
	}
}

/** Finds the websites of releases. A release that is damaged, or was removed in the meantime, counts as empty. */
export async function keptSites(folders: readonly string[]): Promise<KeptSites> {
	const manifests = await Promise.all(folders.map((folder) => readManifest(folder).catch(() => undefined)));
	return new KeptSites(new Set(manifests.flatMap((manifest, i) => (manifest ? packFiles(folders[i]!, manifest) : []))));
}

function openIfPossible(file: string): PackStore | undefined {
	try {
		return new PackStore([file], PAGE_CACHE);
	} catch {
		// The pack was removed in the meantime, or it is damaged.
		return undefined;
	}
}
