/** Finds the differences between two releases. Compares only what visitors and API clients can see. */
import { apiFile } from './api-database.ts';
import { ApiStore } from './api-store.ts';
import { readManifest } from './manifest.ts';
import { PackStore, packFiles } from './pack-store.ts';
import { SiteStore } from './site-store.ts';

export interface Difference {
	readonly added: readonly string[];
	readonly removed: readonly string[];
	readonly changed: readonly string[];
}

/** Lists the API paths, such as `/programs/acme`, and the page addresses at which the releases differ. */
export async function diffReleases(
	before: string,
	after: string,
): Promise<{ readonly records: Difference; readonly pages: Difference }> {
	const [old, now] = await Promise.all([tagsIn(before), tagsIn(after)]);
	return { records: difference(old.records, now.records), pages: difference(old.pages, now.pages) };
}

/** Returns the tags of a release's API responses, by path, and of its pages, by address. */
async function tagsIn(release: string) {
	using packs = new PackStore(packFiles(release, await readManifest(release)));
	using api = new ApiStore(apiFile(release));
	const isPage = (path: string) => path.endsWith('/index.html') || path === 'index.html';
	const pages = new SiteStore(packs).files().filter(([path]) => isPage(path));
	return {
		records: api.tags(),
		pages: new Map(pages.map(([path, { tag }]) => [`/${path.replace(/index\.html$/, '')}`, tag])),
	};
}

function difference(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Difference {
	return {
		added: [...after.keys()].filter((key) => !before.has(key)).sort(),
		removed: [...before.keys()].filter((key) => !after.has(key)).sort(),
		changed: [...after].flatMap(([key, value]) => (before.has(key) && before.get(key) !== value ? [key] : [])).sort(),
	};
}
