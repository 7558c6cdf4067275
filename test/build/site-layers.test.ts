import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Layers, type SiteLayers, startLayers } from '../../src/build/site-layers.ts';
import { Random } from '../../src/commands/generate/random.ts';
import { FILES } from '../../src/release/layout.ts';
import { storedFile } from '../../src/release/site-pack.ts';
import { packFile, SiteStore } from '../../src/release/site-store.ts';
import { flipBitIn } from '../support/flip-bit.ts';
import { openFilesIn } from '../support/open-files.ts';

const SEED = Number(process.env.LAYERS_SEED ?? Date.now());

/** A folder in memory on most Linux systems. */
const OTHER_DISK = '/dev/shm';
const isOtherDisk = existsSync(OTHER_DISK) && statSync(OTHER_DISK).dev !== statSync(tmpdir()).dev;

let out: string;
let built = 0;

beforeEach(() => {
	out = mkdtempSync(join(tmpdir(), 'layers-'));
});
afterEach(() => rmSync(out, { recursive: true }));

interface Built extends Layers {
	readonly folder: string;
}

/** The content of each page, by path. */
type Pages = ReadonlyMap<string, string>;

const pathOf = (number: number) => `programs/${number}/index.html`;
const pagesOf = (count: number, text = 'text'): Map<string, string> =>
	new Map(Array.from({ length: count }, (_, i) => [pathOf(i), `${text} ${i}`]));

/** Builds a release on top of another one. Like a build, it renders only pages whose fingerprint has changed. */
async function build(pages: Pages, before?: Built): Promise<Built & { rendered: number }> {
	const folder = join(out, `release-${built++}`);
	mkdirSync(folder);
	const layers = await startLayers(folder, before?.folder, false);
	let rendered = 0;
	for (const [path, text] of pages) {
		if (layers.keep(path, text)) continue;
		rendered++;
		layers.addStored(path, storedFile(path, Buffer.from(`<p>${text}`), text));
	}
	const { layers: made } = layers.finish();
	const content_sum = '0'.repeat(64);
	const counts = { organizations: 0, categories: 0, programs: 0, reviews: 0 };
	writeFileSync(
		join(folder, FILES.manifest),
		JSON.stringify({
			id: folder,
			snapshot: '',
			content_sum,
			application: '',
			logos: '',
			counts,
			index_checksum: 0,
			kept_checksum: 0,
			bodies: ['000000000000'],
			...made,
		}),
	);
	return { folder, rendered, ...made };
}

function pagesIn({ folder, packs }: Built): Pages {
	const store = new SiteStore(join(folder, FILES.packs), packs);
	const pages = new Map(
		[...store.files().keys()].map((path) => [path, String(store.get(path)!.read()).slice('<p>'.length)]),
	);
	store.close();
	return pages;
}

const filesOf = ({ folder }: Built) => readdirSync(join(folder, FILES.packs)).sort();
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
		const inode = ({ folder }: Built) => statSync(packFile(join(folder, FILES.packs), first.packs[0]!)).ino;
		expect(inode(second)).toBe(inode(first));
	});

	test('are the same if nothing differs', async () => {
		const first = await build(pagesOf(10));
		const second = await build(pagesOf(10), first);
		expect([second.rendered, second.packs, second.site]).toEqual([0, first.packs, first.site]);
		expect(filesOf(second)).toEqual(filesOf(first));
	});

	test('are one new pack if most of it differs', async () => {
		const first = await build(pagesOf(10));
		const second = await build(new Map([...pagesOf(10), ...pagesOf(5, 'other')]), first);
		expect(second.packs).toHaveLength(1);
		expect(second.packs).not.toEqual(first.packs);
		expect(filesOf(second)).toEqual([`${second.packs[0]}.sqlite`]);
	});

	test.skipIf(!isOtherDisk)('are copied if hard links are impossible, for example to another disk', async () => {
		const first = await build(pagesOf(10));
		const moved = { ...first, folder: mkdtempSync(join(OTHER_DISK, 'layers-')) };
		cpSync(first.folder, moved.folder, { recursive: true });
		const second = await build(pagesOf(11), moved);
		rmSync(moved.folder, { recursive: true });
		expect(second.packs[1]).toBe(first.packs[0]);
		expect(sorted(pagesIn(second))).toEqual(sorted(pagesOf(11)));
	});

	test('stay when the release that they came from is removed', async () => {
		const first = await build(pagesOf(10));
		const second = await build(pagesOf(11), first);
		rmSync(first.folder, { recursive: true });
		expect(sorted(pagesIn(second))).toEqual(sorted(pagesOf(11)));
	});

	test('are counted together: the release has the sum of their pages and bytes', async () => {
		const first = await build(pagesOf(10).set('_astro/a.css', 'css'));
		const pages = pagesOf(11).set('_astro/a.css', 'css');
		const { site } = await build(pages, first);
		const bytes = [...pages.values()].reduce((sum, text) => sum + `<p>${text}`.length, 0);
		expect(site).toEqual({ pages: 11, bytes });
	});

	test('keep files with the same fingerprint, and rewrite files with another one', async () => {
		const first = await build(pagesOf(10));
		const folder = join(out, 'added');
		mkdirSync(folder);
		const layers = await startLayers(folder, first.folder, false);
		for (const [path, text] of pagesOf(10))
			layers.add(path, Buffer.from(`<p>${text}`), path === pathOf(1) ? 'x' : text);
		const { packs } = layers.finish().layers;
		const newest = new SiteStore(join(folder, FILES.packs), packs.slice(0, 1));
		expect([...newest.files().keys()]).toEqual([pathOf(1)]);
		expect(newest.get(pathOf(1))?.fingerprint).toBe('x');
		newest.close();
	});

	test('keep the other files of a folder, beside those that the build writes', async () => {
		const first = await build(new Map([...pagesOf(2), ['packages/a', 'a'], ['packages/b', 'b']]));
		const folder = join(out, 'beside');
		mkdirSync(folder);
		const layers = await startLayers(folder, first.folder, false);
		layers.add('packages/b', Buffer.from('<p>changed'));
		layers.keepFolder('packages/');
		const made = { folder, ...layers.finish().layers };
		expect(sorted(pagesIn(made))).toEqual([
			['packages/a', 'a'],
			['packages/b', 'changed'],
		]);
	});

	test('are all new if the packs of the current release are missing or damaged', async () => {
		for (const damage of [(file: string) => rmSync(file), (file: string) => truncateSync(file, 5000)]) {
			const first = await build(pagesOf(10));
			const damaged = await build(pagesOf(11), first);
			damage(packFile(join(damaged.folder, FILES.packs), damaged.packs[1]!));
			const next = await build(pagesOf(11), damaged);
			expect([next.rendered, next.packs.length, filesOf(next).length]).toEqual([11, 1, 1]);
			expect(sorted(pagesIn(next))).toEqual(sorted(pagesOf(11)));
		}
	});

	test.runIf(existsSync('/proc/self/fd'))('are closed if they cannot be reused', async () => {
		const first = await build(pagesOf(10));
		const folder = join(out, 'blocked');
		mkdirSync(packFile(join(folder, FILES.packs), first.packs[0]!), { recursive: true });
		await expect(startLayers(folder, first.folder, false)).rejects.toThrow();
		expect(openFilesIn(first.folder)).toEqual([]);
	});

	test('have each path once: the error names a path that is added twice', async () => {
		const first = await build(pagesOf(2));
		const path = pathOf(0);
		const content = Buffer.from('<p>text 0');
		const ways: ((layers: SiteLayers) => void)[] = [
			(layers) => layers.keep(path, 'text 0'),
			(layers) => layers.add(path, content, 'text 0'),
			(layers) => layers.add(path, Buffer.from('new')),
			(layers) => layers.addStored(path, storedFile(path, content)),
			(layers) => layers.addStored(path, storedFile(path, Buffer.from('other'))),
		];
		for (const [number, [one, other]] of ways.flatMap((one) => ways.map((other) => [one, other] as const)).entries()) {
			const folder = join(out, `twice-${number}`);
			mkdirSync(folder);
			const layers = await startLayers(folder, first.folder, false);
			one(layers);
			expect(() => other(layers)).toThrow(`The website has two files with the path ${path}.`);
		}
	});

	test('are not copied if a file in them is damaged: the error names the pack and the file', async () => {
		const first = await build(pagesOf(10));
		const file = packFile(join(first.folder, FILES.packs), first.packs[0]!);
		flipBitIn(file, Buffer.from('<p>text 2'), 5);
		const most = new Map([...pagesOf(10), ...[...pagesOf(20, 'other')].slice(5)]);
		await expect(build(most, first)).rejects.toThrow(`The pack ${file} is damaged: ${pathOf(2)} cannot be read.`);
	});

	test('are not listed if one is damaged: the error names it and says what to do', async () => {
		const first = await build(pagesOf(10));
		const file = packFile(join(first.folder, FILES.packs), first.packs[0]!);
		writeFileSync(file, readFileSync(file).fill(0xff, 4096));
		const problem = `The pack ${file} is damaged: its list of files cannot be read. Delete the pack, then build again`;
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
			expect(filesOf(current)).toHaveLength(current.packs.length);
		}
		expect(counts.size).toBeGreaterThan(2);
	});
});
