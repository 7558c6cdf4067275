import { join } from 'node:path';
import { FILES } from '../release/layout.ts';
import { readManifest } from '../release/manifest.ts';
import { type SiteFile, SiteStore } from '../release/site-store.ts';

/**
 * The websites of all releases in the folder except the current one. Their packs are opened when the first file is
 * looked up.
 */
export class KeptSites {
	readonly #open: readonly (() => SiteStore)[];
	#sites: readonly SiteStore[] | undefined;

	/** Call `keptSites` instead. */
	constructor(open: readonly (() => SiteStore)[]) {
		this.#open = open;
	}

	/** Finds the file at a path in any of these websites. */
	get(path: string): SiteFile | undefined {
		this.#sites ??= this.#open.flatMap((open) => unlessDamaged(open) ?? []);
		for (const site of this.#sites) {
			const file = site.get(path);
			if (file !== undefined) return file;
		}
		return undefined;
	}

	close(): void {
		for (const site of this.#sites ?? []) site.close();
		this.#sites = [];
	}
}

/**
 * Finds the websites of releases. A release that is damaged, or was removed in the meantime, counts as empty.
 *
 * @param folders the folders of the releases
 */
export async function keptSites(folders: readonly string[]): Promise<KeptSites> {
	const manifests = await Promise.all(folders.map((folder) => readManifest(folder).catch(() => undefined)));
	return new KeptSites(
		manifests.flatMap((manifest, i) =>
			manifest === undefined ? [] : [() => new SiteStore(join(folders[i]!, FILES.packs), manifest.packs)],
		),
	);
}

function unlessDamaged<T>(open: () => T): T | undefined {
	try {
		return open();
	} catch {
		return undefined;
	}
}
