/** The packs of the current release, most of which a build keeps. */
import { join } from 'node:path';
import { FILES } from '../release/layout.ts';
import { linkPacks } from '../release/link-packs.ts';
import { hasWebsite, type Manifest, readManifest } from '../release/manifest.ts';
import { PackStore, packFiles } from '../release/pack-store.ts';
import { makeFolder } from '../shared/make-folder.ts';
import { NO_RECORDS } from './record-counts.ts';

export interface Current extends Pick<Manifest, 'counts' | 'site'> {
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
	counts: NO_RECORDS,
	site: { pages: 0, bytes: 0, organizations: 0 },
};

/**
 * Links the packs of the current release into the new one.
 *
 * @param current the current release's folder, if there is one
 * @param release the folder in which the new release is built
 * @param dropsSite whether the new release has no website. It then keeps no pack that contains one
 */
export async function keepPacks(current: string | undefined, release: string, dropsSite: boolean): Promise<Current> {
	makeFolder(join(release, FILES.packs));
	const manifest = current === undefined ? undefined : await readManifest(current).catch(() => undefined);
	if (current === undefined || manifest === undefined) return NO_CURRENT;
	const { packs, counts, site } = manifest;
	const files = packFiles(current, manifest);
	try {
		new PackStore(files).close();
	} catch {
		return NO_CURRENT;
	}
	if (dropsSite && hasWebsite(manifest)) return { files, kept: [], counts, site };
	return linkPacks(packs, current, release) ? { files, kept: packs, counts, site } : NO_CURRENT;
}
