import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Hold, JournalEntry } from '../../src/release/journal.ts';
import { pruneReleases, removeUnusedPacks } from '../../src/release/prune-releases.ts';
import { publish } from '../../src/release/publish.ts';
import { temporaryFolder } from '../snapshot/made.ts';

let out: string;

beforeEach(() => {
	out = temporaryFolder();
});

const folderOf = (id: string) => join(out, 'releases', id);

/** Makes a folder like that of a release, built some minutes ago: a file of 1000 bytes, and a snapshot of 500 bytes. */
function makeRelease(id: string, age = 0): void {
	mkdirSync(folderOf(id), { recursive: true });
	writeFileSync(join(folderOf(id), 'api.sqlite'), Buffer.alloc(1000));
	writeFileSync(join(folderOf(id), 'snapshot.sqlite'), Buffer.alloc(500));
	writeFileSync(join(folderOf(id), 'warnings.json'), '');
	const manifest = join(folderOf(id), 'manifest.json');
	writeFileSync(manifest, '');
	const built = new Date(Date.now() - age * 60_000);
	utimesSync(manifest, built, built);
}

const MANIFEST = {
	id: '',
	snapshot: '',
	application: '',
	configuration: '',
	logos: '',
	expired: null,
	counts: { organizations: 0, categories: 0, programs: 0, reviews: 0 },
	index_checksum: 0,
	kept_checksum: 0,
	site: { pages: 0, bytes: 0, organizations: 0 },
};

const idsOf = (count: number) => Array.from({ length: count }, (_, i) => `r${String(i + 1).padStart(2, '0')}`);
const kept = () => readdirSync(join(out, 'releases')).sort();
const withSnapshot = () => kept().filter((id) => existsSync(join(folderOf(id), 'snapshot.sqlite')));
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Publications, latest first, each some minutes before the one before it. */
function publicationsOf(ids: readonly string[], minutes: number, latest = 0): JournalEntry[] {
	return ids.map((release, i) => ({
		number: ids.length - i,
		kind: 'build',
		release,
		published_at: minutesAgo(latest + i * minutes),
	}));
}

const holdsOf = (ids: readonly string[], minutes: number): Hold[] =>
	ids.map((release) => ({ release, held_at: minutesAgo(minutes), reasons: ['odd'], because: null }));

test('Without disk, the current and the previous release stay with their snapshots, no matter how old they are', async () => {
	const ids = idsOf(5);
	for (const id of ids) makeRelease(id);
	publish(out, ids[0]!, 'build');
	await pruneReleases(out, { publications: publicationsOf(ids, 60, 365 * 24 * 60), holds: [], limit: 0 });
	expect(kept()).toEqual(ids.slice(0, 2));
	expect(withSnapshot()).toEqual(ids.slice(0, 2));
});

test('Without disk, releases that clients may still read stay without snapshots', async () => {
	const ids = idsOf(20);
	for (const id of ids) makeRelease(id);
	publish(out, ids[0]!, 'build');
	// The second release was replaced now, the third one two minutes ago, the ninth one 14 minutes ago.
	await pruneReleases(out, { publications: publicationsOf(ids, 2), holds: [], limit: 0 });
	expect(kept()).toEqual(ids.slice(0, 9));
	expect(withSnapshot()).toEqual(ids.slice(0, 2));
});

test('Without disk, at most 60 of them stay', async () => {
	const ids = idsOf(80);
	for (const id of ids) makeRelease(id);
	publish(out, ids[0]!, 'build');
	await pruneReleases(out, { publications: publicationsOf(ids, 0), holds: [], limit: 0 });
	expect(kept()).toEqual(ids.slice(0, 61));
});

test('Without disk, the latest releases stay that were held since the last publication', async () => {
	const [current, previous, ...held] = idsOf(9) as [string, string, ...string[]];
	for (const id of [current, previous, ...held]) makeRelease(id);
	publish(out, current, 'build');
	const publications = publicationsOf([current, previous], 60, 100);
	await pruneReleases(out, { publications, holds: holdsOf(held, 50), limit: 0 });
	expect(kept()).toEqual([current, previous, ...held.slice(0, 5)]);
	expect(withSnapshot()).toEqual([current, previous, held[0]]);
	await pruneReleases(out, { publications, holds: holdsOf(held, 101), limit: 0 });
	expect(kept()).toEqual([current, previous]);
});

test('With disk, the latest releases stay with their snapshots, whatever their times', async () => {
	const ids = idsOf(20);
	for (const id of ids) makeRelease(id);
	publish(out, ids[0]!, 'build');
	// The second one was built while the clock was 400 days ahead, and the others long ago.
	const publications = publicationsOf(ids, 60, 400 * 24 * 60);
	publications[1] = { ...publications[1]!, published_at: minutesAgo(-400 * 24 * 60) };
	await pruneReleases(out, { publications, holds: [], limit: 20 * 1500 });
	expect(withSnapshot()).toEqual(ids);
	await pruneReleases(out, { publications, holds: [], limit: 10 * 1500 });
	expect(kept()).toEqual(ids.slice(0, 10));
});

test('Packs that no release names are removed, unless a manifest cannot be read', async () => {
	const packs = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'];
	mkdirSync(join(out, 'packs'));
	for (const name of packs) writeFileSync(join(out, `packs/${name}.sqlite`), '');
	const left = () => readdirSync(join(out, 'packs')).map((name) => name.slice(0, 12));
	for (const id of ['one', 'two']) makeRelease(id);
	await removeUnusedPacks(out);
	expect(left()).toEqual(packs);
	const manifestOf = (names: readonly string[]) => JSON.stringify({ ...MANIFEST, packs: names });
	writeFileSync(join(folderOf('one'), 'manifest.json'), manifestOf(packs.slice(0, 1)));
	writeFileSync(join(folderOf('two'), 'manifest.json'), manifestOf(packs.slice(0, 2)));
	await removeUnusedPacks(out);
	expect(left()).toEqual(packs.slice(0, 2));
	rmSync(folderOf('two'), { recursive: true });
	await removeUnusedPacks(out);
	expect(left()).toEqual(packs.slice(0, 1));
});

test('Of releases that the journal does not know, the latest stay', async () => {
	makeRelease('new');
	makeRelease('yesterday', 25 * 60);
	makeRelease('before', 26 * 60);
	makeRelease('old', 365 * 24 * 60);
	publish(out, 'new', 'build');
	await pruneReleases(out, { publications: [], holds: [], limit: 3 * 1500 });
	expect(kept()).toEqual(['before', 'new', 'yesterday']);
});

test('A folder that is no release goes', async () => {
	const ids = idsOf(3);
	for (const id of ids) makeRelease(id, 365 * 24 * 60);
	mkdirSync(folderOf('half-copied'));
	publish(out, ids[0]!, 'build');
	await pruneReleases(out, { publications: publicationsOf(ids, 60, 365 * 24 * 60), holds: [], limit: 0 });
	expect(kept()).toEqual(['r01', 'r02']);
});
