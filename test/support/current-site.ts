import { join } from 'node:path';
import { currentLink, FILES } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { SiteStore } from '../../src/release/site-store.ts';

/** Opens the website of the current release. @param out the folder that holds releases */
export async function currentSite(out: string): Promise<SiteStore> {
	const { packs } = await readManifest(currentLink(out));
	return new SiteStore(join(currentLink(out), FILES.packs), packs);
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
