import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { affectedBodies } from '../../src/build/affected-bodies.ts';
import { BodyLayers, type BuiltBodies } from '../../src/build/body-layers.ts';
import { buildBodies } from '../../src/build/build-bodies.ts';
import { NO_CURRENT } from '../../src/build/current-packs.ts';
import { mergePacks } from '../../src/build/merge-packs.ts';
import { updateBodies } from '../../src/build/update-bodies.ts';
import { BodyStore } from '../../src/release/body-store.ts';
import { FILES } from '../../src/release/layout.ts';
import { linkPacks } from '../../src/release/link-packs.ts';
import { PackStore, packFiles } from '../../src/release/pack-store.ts';
import { compareSnapshots } from '../../src/snapshot/compare.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { Random } from '../generate/random.ts';
import { generateSnapshot } from '../generate/snapshot.ts';
import { temporaryFolder } from '../snapshot/made.ts';
import { jsonItems } from '../support/json-items.ts';
import { EDIT_KINDS, editorOf } from '../support/random-edits.ts';
import { randomRuns } from '../support/random-runs.ts';

const EDITS = 12;
const SEEDS = Array.from({ length: randomRuns(0.5) }, (_, seed) => seed);

/** Bodies that were built into a folder. */
interface Built extends Omit<BuiltBodies, 'packs'> {
	readonly folder: string;
	/** The paths of all packs. */
	readonly files: readonly string[];
}

/** What a release has besides its bodies. */
const SITE = { pages: 0, bytes: 0, organizations: 0 };

/** Builds bodies over others. */
function build(
	folder: string,
	before: Built | undefined,
	isPartial: boolean,
	add: (bodies: BodyLayers) => void,
): Built {
	mkdirSync(join(folder, FILES.packs), { recursive: true });
	const kept = before?.files.map((file) => basename(file, '.sqlite')) ?? [];
	if (before !== undefined) expect(linkPacks(kept, before.folder, folder)).toBe(true);
	const current = before === undefined ? NO_CURRENT : { files: before.files, kept, counts: before.counts, site: SITE };
	const bodies = new BodyLayers(folder, current, isPartial);
	expect(bodies.isPartial).toBe(isPartial);
	add(bodies);
	const { packs: added, ...built } = bodies.finish();
	return { folder, files: packFiles(folder, { packs: mergePacks(folder, added, current) }), ...built };
}

function buildAll(snapshot: string, folder: string, before?: Built): Built {
	return build(folder, before, false, (bodies) => withSnapshot(snapshot, (db) => buildBodies(bodies, db, () => {})));
}

function update(snapshot: string, before: string, folder: string, current: Built): Built {
	const changes = compareSnapshots(snapshot, before);
	expect(changes).toBeDefined();
	return build(folder, current, true, (bodies) =>
		withSnapshot(before, (earlier) =>
			withSnapshot(snapshot, (db) => updateBodies(bodies, affectedBodies(changes!, earlier, db), earlier, db)),
		),
	);
}

/** The responses, lists, items and fingerprints of the bodies in a folder. */
function contentsOf({ files }: Built) {
	using packs = new PackStore(files);
	const store = new BodyStore(packs);
	const lists = ['/reviews', '/organizations'].map((path) => {
		const list = store.list(path)!;
		return jsonItems(list.items(0, list.total));
	});
	const responses = Object.fromEntries(store.responses().map(({ path, body }) => [path, String(body)]));
	const items = Object.fromEntries(packs.numbered().map(([number, entry]) => [number, String(entry.readBody())]));
	return { responses, lists, items, lines: [...store.fingerprints()] };
}

describe.each(SEEDS)('After random edits with the seed %i', (seed) => {
	test('updated bodies equal the bodies of a full build, and the counts of records are the same', () => {
		const folder = temporaryFolder();
		let snapshot = join(folder, 'snapshot-0.sqlite');
		generateSnapshot(snapshot, { programs: 40, reviews: 120, seed });
		let current = buildAll(snapshot, join(folder, 'over-0'));
		const edit = editorOf(new Random(seed, 'bodies'));
		for (let round = 1; round <= EDITS; round++) {
			const before = snapshot;
			snapshot = join(folder, `snapshot-${round}.sqlite`);
			copyFileSync(before, snapshot);
			const sql = edit(snapshot);
			const updated = update(snapshot, before, join(folder, `over-${round}`), current);
			const over = buildAll(snapshot, join(folder, `all-${round}`), current);
			expect(contentsOf(updated), sql).toEqual(contentsOf(buildAll(snapshot, join(folder, `whole-${round}`))));
			expect(contentsOf(over), sql).toEqual(contentsOf(updated));
			expect({ ...updated.counts, ...updated.records }, sql).toEqual({ ...over.counts, ...over.records });
			current = updated;
			expect(current.files.length).toBeLessThan(8);
		}
	});
});

test('Each kind of edit gives the same bodies as a full build', () => {
	const folder = temporaryFolder();
	const before = join(folder, 'before.sqlite');
	generateSnapshot(before, { programs: 30, reviews: 90, seed: 9 });
	const first = buildAll(before, join(folder, 'first'));
	for (const [index, kind] of EDIT_KINDS.entries()) {
		const after = join(folder, `after-${index}.sqlite`);
		copyFileSync(before, after);
		const sql = editorOf(new Random(index, 'kind'), [kind])(after);
		const updated = update(after, before, join(folder, `over-${index}`), first);
		expect(contentsOf(updated), sql).toEqual(contentsOf(buildAll(after, join(folder, `whole-${index}`))));
	}
});

test('If only unpublished records differ, no pack is written, not even by a full build', () => {
	const folder = temporaryFolder();
	const before = join(folder, 'before.sqlite');
	generateSnapshot(before, { programs: 10, reviews: 60, seed: 1 });
	const first = buildAll(before, join(folder, 'first'));
	const after = join(folder, 'after.sqlite');
	copyFileSync(before, after);
	const db = new Database(after);
	db.exec("UPDATE reviews SET body = 'x' WHERE status <> 'published'");
	db.close();
	for (const { files, counts, records } of [
		update(after, before, join(folder, 'over'), first),
		buildAll(after, join(folder, 'all'), first),
	]) {
		expect(files.map((file) => basename(file))).toEqual(first.files.map((file) => basename(file)));
		expect(counts).toEqual(first.counts);
		expect(records).toEqual({ added: 0, changed: 0, removed: 0 });
	}
});

test('The lists of all reviews and organizations have every published record, in order', () => {
	const folder = temporaryFolder();
	const snapshot = join(folder, 'snapshot.sqlite');
	generateSnapshot(snapshot, { programs: 40, reviews: 120, seed: 5 });
	const current = buildAll(snapshot, join(folder, 'all'));
	const [reviews, organizations] = contentsOf(current).lists as [{ id: string }[], { slug: string }[]];
	const db = new Database(snapshot, { readonly: true });
	const keys = (sql: string) => db.prepare(sql).pluck().all();
	expect(organizations.map(({ slug }) => slug)).toEqual(keys('SELECT slug FROM organizations ORDER BY slug'));
	expect(reviews.map(({ id }) => id)).toEqual(
		keys(`SELECT r.id FROM reviews r JOIN programs p ON p.slug = r.program
			WHERE r.status = 'published' AND p.status = 'published' ORDER BY r.created_at DESC, r.id`),
	);
	db.close();
});
