import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { mergePacks } from '../../src/build/merge-packs.ts';
import { SiteLayers } from '../../src/build/site-layers.ts';
import { packsFolder, releaseFolder } from '../../src/release/layout.ts';
import type { Manifest } from '../../src/release/manifest.ts';
import { packFile, storedFile } from '../../src/release/pack.ts';
import { packFiles } from '../../src/release/pack-store.ts';
import { Random } from '../generate/random.ts';
import { temporaryFolder } from '../snapshot/made.ts';
import { openSite } from '../support/current-site.ts';
import { flipBitIn } from '../support/flip-bit.ts';

const SEED = Number(process.env.LAYERS_SEED ?? Date.now());

let out: string;
let built = 0;

beforeEach(() => {
	out = temporaryFolder();
	mkdirSync(packsFolder(out));
});

interface Built extends Pick<Manifest, 'packs' | 'site'> {
	readonly folder: string;
}

const NOTHING = { packs: [], site: { pages: 0, bytes: 0, organizations: 0 } };

/** The content of each page, by path. */
type Pages = ReadonlyMap<string, string>;

const pathOf = (number: number) => `programs/${number}/index.html`;
const pagesOf = (count: number, text = 'text'): Map<string, string> =>
	new Map(Array.from({ length: count }, (_, i) => [pathOf(i), `${text} ${i}`]));

/** Text that cannot be compressed. With it, the size of a pack depends on the number of its pages. */
const FILLER = randomBytes(15_000).toString('base64');
const contentOf = (text: string) => Buffer.from(`${text}\n${FILLER}`);

/** Builds a release on top of another one, with `write`. */
async function buildWith(before: Built | undefined, write: (layers: SiteLayers) => void): Promise<Built> {
	const folder = releaseFolder(out, `release-${built++}`);
	const current = before ?? NOTHING;
	using layers = new SiteLayers(folder, current, false);
	write(layers);
	const { packs: added, site } = layers.finish(0);
	return { folder, packs: mergePacks(folder, added, current.packs), site };
}

/** Like a build, renders only pages whose fingerprint has changed. */
async function build(pages: Pages, before?: Built): Promise<Built & { rendered: number }> {
	let rendered = 0;
	const made = await buildWith(before, (layers) => {
		for (const [path, text] of pages) {
			if (layers.keep(path, text)) continue;
			rendered++;
			layers.addStored(path, storedFile(path, contentOf(text), text));
		}
	});
	return { ...made, rendered };
}

function pagesIn(release: Built, packs = packFiles(release.folder, release)): Pages {
	const site = openSite(packs);
	const pages = new Map([...site.files()].map(([path, file]) => [path, String(file.read()).split('\n')[0]!]));
	site.close();
	return pages;
}

const sorted = (pages: Pages) => [...pages].sort();

describe('The packs of a release', () => {
	test('are the current ones, and a new one with the differences', async () => {
		const first = await build(pagesOf(10));
		const changed = pagesOf(10).set(pathOf(3), 'changed').set(pathOf(10), 'new');
		changed.delete(pathOf(7));
		const second = await build(changed, first);
		expect(second.rendered).toBe(2);
		expect(second.packs).toHaveLength(2);
		expect(second.packs[1]).toBe(first.packs[0]);
		expect(sorted(pagesIn(second))).toEqual(sorted(changed));
		expect(sorted(pagesIn(first))).toEqual(sorted(pagesOf(10)));
	});

	test('are the same if nothing differs', async () => {
		const first = await build(pagesOf(10));
		const second = await build(pagesOf(10), first);
		expect([second.rendered, second.packs, second.site]).toEqual([0, first.packs, first.site]);
	});

	test('are one new pack if most of it differs', async () => {
		const first = await build(pagesOf(10));
		const second = await build(new Map([...pagesOf(10), ...pagesOf(5, 'other')]), first);
		expect(second.packs).toHaveLength(1);
		expect(second.packs).not.toEqual(first.packs);
	});

	test('are counted together: the release has the sum of their pages and bytes', async () => {
		const first = await build(pagesOf(10).set('_astro/a.css', 'css'));
		const pages = pagesOf(11).set('_astro/a.css', 'css');
		const { site } = await build(pages, first);
		const bytes = [...pages.values()].reduce((sum, text) => sum + contentOf(text).length, 0);
		expect(site).toMatchObject({ pages: 11, bytes });
	});

	test('keep files with the same fingerprint, and rewrite files with another one', async () => {
		const first = await build(pagesOf(10));
		const second = await buildWith(first, (layers) => {
			for (const [path, text] of pagesOf(10)) {
				layers.addStored(path, storedFile(path, contentOf(text), path === pathOf(1) ? 'x' : text));
			}
		});
		const newest = openSite(packFiles(second.folder, second).slice(0, 1));
		expect([...newest.files().keys()]).toEqual([pathOf(1)]);
		expect(newest.get(pathOf(1))?.fingerprint).toBe('x');
		newest.close();
	});

	test('keep the other files of a folder, beside those that the build writes', async () => {
		const first = await build(new Map([...pagesOf(2), ['packages/a', 'a'], ['packages/b', 'b']]));
		const made = await buildWith(first, (layers) => {
			layers.add('packages/b', contentOf('changed'));
			layers.keepFolder('packages/');
		});
		expect(sorted(pagesIn(made))).toEqual([
			['packages/a', 'a'],
			['packages/b', 'changed'],
		]);
	});

	test('have each path once: the error names a path that is added twice', async () => {
		const first = await build(pagesOf(2));
		const path = pathOf(0);
		const content = contentOf('text 0');
		const ways: ((layers: SiteLayers) => void)[] = [
			(layers) => layers.keep(path, 'text 0'),
			(layers) => layers.addStored(path, storedFile(path, content, 'text 0')),
			(layers) => layers.add(path, Buffer.from('new')),
			(layers) => layers.addStored(path, storedFile(path, content)),
			(layers) => layers.addStored(path, storedFile(path, Buffer.from('other'))),
		];
		for (const [number, [one, other]] of ways.flatMap((one) => ways.map((other) => [one, other] as const)).entries()) {
			const twice = buildWith(first, (layers) => {
				one(layers);
				other(layers);
			});
			await expect(twice, String(number)).rejects.toThrow(`The website has two files with the path ${path}.`);
		}
	});

	test('are not copied if a file in them is damaged: the error names the pack and the file', async () => {
		const first = await build(pagesOf(10));
		const file = packFile(first.folder, first.packs[0]!);
		const body = storedFile(pathOf(2), contentOf('text 2')).body;
		flipBitIn(file, body.subarray(0, 300), 200);
		const most = new Map([...pagesOf(10), ...[...pagesOf(20, 'other')].slice(5)]);
		await expect(build(most, first)).rejects.toThrow(`The pack ${file} is damaged: ${pathOf(2)} cannot be read.`);
	});

	test('cannot be read if one is damaged: the error names it and says what to do', async () => {
		const first = await build(pagesOf(10));
		const file = packFile(first.folder, first.packs[0]!);
		writeFileSync(file, readFileSync(file).fill(0xff, 4096));
		const problem = `The pack ${file} is damaged: ${pathOf(0)} cannot be read. Delete the pack, then build again`;
		await expect(build(pagesOf(10), first)).rejects.toThrow(problem);
	});

	test(`have the same files as a map, for random edits (LAYERS_SEED=${SEED})`, async () => {
		const random = new Random(SEED, 'layers');
		const below = (limit: number) => Math.floor(random.fraction() * limit);
		const pages = new Map<string, string>();
		let current: Built | undefined;
		const counts = new Set<number>();
		for (let round = 0; round < 60; round++) {
			for (let edits = below(round % 10 === 0 ? 60 : 4); edits > 0; edits--) {
				const path = pathOf(below(40));
				if (below(3) === 0) pages.delete(path);
				else pages.set(path, `version ${below(5)}`);
			}
			current = await build(pages, current);
			counts.add(current.packs.length);
			expect(sorted(pagesIn(current)), `round ${round}`).toEqual(sorted(pages));
			expect(current.site.pages).toBe(pages.size);
		}
		expect(counts.size).toBeGreaterThan(2);
	});
});
