import { readManifest } from '../release/manifest.ts';
import { packFile } from '../release/pack.ts';
import { PAGE_CACHE, PackStore } from '../release/pack-store.ts';
import type { SiteFile } from '../release/site-store.ts';

/**
 * The websites of several releases. Releases share most packs, so each pack is opened only once. The packs are opened
 * when the first file is looked up.
 */
export class KeptSites {
	/** The folders that contain each pack, by the name of the pack. */
	readonly #folders: ReadonlyMap<string, readonly string[]>;
	#packs: readonly PackStore[] | undefined;

	constructor(folders: ReadonlyMap<string, readonly string[]>) {
		this.#folders = folders;
	}

	get(path: string): SiteFile | undefined {
		this.#packs ??= [...this.#folders].flatMap(([name, folders]) => openAny(name, folders) ?? []);
		for (const pack of this.#packs) {
			const file = pack.find(path);
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
	const places = manifests.flatMap((manifest, i) =>
		(manifest?.packs ?? []).map((name) => ({ name, folder: folders[i]! })),
	);
	const byName = Map.groupBy(places, ({ name }) => name);
	return new KeptSites(new Map([...byName].map(([name, found]) => [name, found.map(({ folder }) => folder)])));
}

/** Opens a pack from the first folder in which it is undamaged. */
function openAny(name: string, folders: readonly string[]): PackStore | undefined {
	for (const folder of folders) {
		try {
			return new PackStore([packFile(folder, name)], PAGE_CACHE);
		} catch {
			// The release was removed in the meantime, or its file is damaged.
		}
	}
	return undefined;
}
