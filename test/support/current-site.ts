import { readManifest } from '../../src/release/manifest.ts';
import { type PackedEntry, PackStore, packFiles } from '../../src/release/pack-store.ts';
import { currentFolder } from './current-folder.ts';

/** The website of a release. */
export interface OpenSite {
	get(path: string): PackedEntry | undefined;
	/** Returns all files by path. */
	files(): Map<string, PackedEntry>;
	close(): void;
}

/** Opens the website of the current release. @param out the folder that holds releases */
export async function currentSite(out: string): Promise<OpenSite> {
	return openSite(packFiles(currentFolder(out), await readManifest(currentFolder(out))));
}

/** Opens the website in some packs. @param packs the paths of the packs, newest first */
export function openSite(packs: readonly string[]): OpenSite {
	const site = new PackStore(packs);
	return { get: (path) => site.get(path), files: () => new Map(site.entries()), close: () => site.close() };
}

/** Returns the text of a file on the current release's website, or undefined if the file does not exist. */
export async function readCurrentFile(out: string, path: string): Promise<string | undefined> {
	const site = await currentSite(out);
	try {
		return site.get(path)?.read().toString();
	} finally {
		site.close();
	}
}
