/** Finds the differences between two releases. Compares only what visitors and API clients can see. */
import { join } from 'node:path';
import { BodyStore } from './body-store.ts';
import { FILES } from './layout.ts';
import { readManifest } from './manifest.ts';
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
	const [bodiesBefore, bodiesAfter] = await Promise.all([bodiesOf(before), bodiesOf(after)]);
	const [pagesBefore, pagesAfter] = await Promise.all([pagesOf(before), pagesOf(after)]);
	return { records: difference(bodiesBefore, bodiesAfter), pages: difference(pagesBefore, pagesAfter) };
}

/** Returns the ETags of the API's responses, by path. */
async function bodiesOf(release: string): Promise<ReadonlyMap<string, string>> {
	const { bodies: packs } = await readManifest(release);
	const bodies = new BodyStore(join(release, FILES.bodies), packs);
	try {
		return new Map(bodies.tags().map(({ path, tag }) => [path, tag] as const));
	} finally {
		bodies.close();
	}
}

/** The hashes of pages, by address. */
async function pagesOf(release: string): Promise<ReadonlyMap<string, string>> {
	const { packs } = await readManifest(release);
	const site = new SiteStore(join(release, FILES.packs), packs);
	try {
		const pages = [...site.files()].filter(([path]) => path.endsWith('/index.html') || path === 'index.html');
		return new Map(pages.map(([path, { hash }]) => [`/${path.replace(/index\.html$/, '')}`, hash]));
	} finally {
		site.close();
	}
}

function difference(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Difference {
	return {
		added: [...after.keys()].filter((key) => !before.has(key)).sort(),
		removed: [...before.keys()].filter((key) => !after.has(key)).sort(),
		changed: [...after].flatMap(([key, value]) => (before.has(key) && before.get(key) !== value ? [key] : [])).sort(),
	};
}
