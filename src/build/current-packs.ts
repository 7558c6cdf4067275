/** The packs of the current release, most of which a build keeps. */
import { linkPacks } from '../release/link-packs.ts';
import { type Manifest, readManifest } from '../release/manifest.ts';
import { PackStore, packFiles } from '../release/pack-store.ts';

export interface Current extends Pick<Manifest, 'site'> {
	/**
	 * The paths of the packs, newest first, to compare with. They are in the current release's folder, because errors
	 * name these files, and the folder of the new release is removed if the build fails.
	 */
	readonly files: readonly string[];
	/** The names of the packs that are linked into the new release, newest first: all of them or none. */
	readonly kept: readonly string[];
}

/** Used if there is no current release, or its packs are damaged. */
export const NO_CURRENT: Current = {
	files: [],
	kept: [],
	site: { pages: 0, bytes: 0, organizations: 0 },
};

/**
 * Links the packs of the current release into the new one.
 *
 * @param current the current release's folder, if there is one
 * @param release the folder in which the new release is built
 */
export async function keepPacks(current: string | undefined, release: string): Promise<Current> {
	const manifest = current === undefined ? undefined : await readManifest(current).catch(() => undefined);
	if (current === undefined || manifest === undefined) return NO_CURRENT;
	const { packs, site } = manifest;
	const files = packFiles(current, manifest);
	try {
		new PackStore(files).close();
	} catch {
		return NO_CURRENT;
	}
	return linkPacks(packs, current, release) ? { files, kept: packs, site } : NO_CURRENT;
}
