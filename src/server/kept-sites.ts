import { join } from 'node:path';
import { FILES } from '../release/layout.ts';
import { readManifest } from '../release/manifest.ts';
import { type SiteFile, SiteStore } from '../release/site-store.ts';

/** The websites of the kept releases besides the current one. Their packs are opened on first use. */
export class KeptSites {
	readonly #open: readonly (() => SiteStore)[];
	#sites: readonly SiteStore[] | undefined;

	/** Use `keptSites`. */
	constructor(open: readonly (() => SiteStore)[]) {
		this.#open = open;
	}

	/** The file at a path in one of them. */
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

/** @param folders the folders of the releases; a release that is damaged or removed meanwhile has no files */
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
