import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentLink, FILES } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { SiteStore } from '../../src/release/site-store.ts';
import { currentSite } from '../support/current-site.ts';
import { succeed } from '../support/run-command.ts';
import { makeDirectory, type SmallDirectory } from '../support/small-directory.ts';

let directory: SmallDirectory;

beforeAll(async () => {
	directory = await makeDirectory({ programs: 60, reviews: 200, site: true });
});
afterAll(() => directory?.remove());

/** The hashes of the files of the current website, by path. */
async function hashesIn(out: string): Promise<ReadonlyMap<string, string>> {
	const site = await currentSite(out);
	try {
		return new Map([...site.files().keys()].sort().map((path) => [path, site.get(path)!.hash]));
	} finally {
		site.close();
	}
}

/** The pages in the newest pack of the current website. */
async function pagesOfNewestPack(out: string): Promise<string[]> {
	const { packs } = await readManifest(currentLink(out));
	const newest = new SiteStore(join(currentLink(out), FILES.packs), packs.slice(0, 1));
	try {
		return [...newest.files().keys()].filter((path) => path.endsWith('.html'));
	} finally {
		newest.close();
	}
}

test('A build over a release renders only changed pages, and its website equals that of a first build', async () => {
	const before = await hashesIn(directory.out);
	const db = new Database(directory.snapshot);
	db.exec(`
		UPDATE programs SET description = 'Sells anvils.' WHERE slug = (SELECT min(slug) FROM programs WHERE status = 'published');
		DELETE FROM reviews WHERE id = (SELECT min(id) FROM reviews WHERE status = 'published')`);
	db.close();
	const fresh = join(directory.folder, 'fresh');
	for (const out of [directory.out, fresh]) await succeed('build', ['--snapshot', directory.snapshot, '--out', out]);
	const after = await hashesIn(directory.out);
	expect(after).toEqual(await hashesIn(fresh));

	const changed = [...after].filter(([path, hash]) => path.endsWith('.html') && before.get(path) !== hash);
	const rendered = await pagesOfNewestPack(directory.out);
	expect(changed.length).toBeGreaterThan(2);
	expect(rendered).toEqual(expect.arrayContaining(changed.map(([path]) => path)));
	expect(rendered.length).toBeLessThan(after.size / 4);
});
