import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { affectedBodies } from '../../src/build/affected-bodies.ts';
import { type BuiltBodies, type Current, startBodies } from '../../src/build/body-layers.ts';
import { buildBodies } from '../../src/build/build-bodies.ts';
import { updateBodies } from '../../src/build/update-bodies.ts';
import { Random } from '../../src/commands/generate/random.ts';
import { generateSnapshot } from '../../src/commands/generate/snapshot.ts';
import { BodyStore } from '../../src/release/body-store.ts';
import { FILES } from '../../src/release/layout.ts';
import type { Manifest } from '../../src/release/manifest.ts';
import { compareSnapshots } from '../../src/snapshot/compare.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { temporaryFolder } from '../snapshot/made.ts';
import { jsonItems } from '../support/json-items.ts';
import { EDIT_KINDS, editorOf } from '../support/random-edits.ts';
import { randomRuns } from '../support/random-runs.ts';

const EDITS = 12;
const SEEDS = Array.from({ length: randomRuns(1) }, (_, seed) => seed);

/** The bodies that were built into a folder. */
function currentIn(folder: string, { manifest }: BuiltBodies): Current {
	return { folder, manifest: manifest as Manifest };
}

function buildAll(snapshot: string, folder: string, current?: Current): BuiltBodies {
	mkdirSync(folder);
	const bodies = startBodies(folder, current, false);
	withSnapshot(snapshot, (db) => buildBodies(bodies, db, () => {}));
	return bodies.finish();
}

function update(snapshot: string, before: string, folder: string, current: Current): BuiltBodies {
	mkdirSync(folder);
	const changes = compareSnapshots(snapshot, before);
	expect(changes).toBeDefined();
	const bodies = startBodies(folder, current, true);
	expect(bodies.keeps).toBe(true);
	withSnapshot(before, (earlier) =>
		withSnapshot(snapshot, (db) => updateBodies(bodies, affectedBodies(changes!, earlier, db), earlier, db)),
	);
	return bodies.finish();
}

/** The responses, lists and fingerprints of the bodies in a folder. */
function contentsOf({ folder, manifest }: Current) {
	const store = new BodyStore(join(folder, FILES.bodies), manifest.bodies);
	const lists = ['/reviews', '/organizations'].map((path) => {
		const list = store.list(path)!;
		return jsonItems(list.items(0, list.total));
	});
	const responses = Object.fromEntries(store.resources().map(({ path, body }) => [path, String(body)]));
	const lines = [...store.fingerprints()];
	store.close();
	return { responses, lists, lines };
}

describe.each(SEEDS)('After random edits with the seed %i', (seed) => {
	test('updated bodies equal the bodies of a full build, and the counts of records are the same', () => {
		const folder = temporaryFolder();
		let snapshot = join(folder, 'snapshot-0.sqlite');
		generateSnapshot(snapshot, { programs: 40, reviews: 120, seed });
		let current = currentIn(join(folder, 'over-0'), buildAll(snapshot, join(folder, 'over-0')));
		const edit = editorOf(new Random(seed, 'bodies'));
		for (let round = 1; round <= EDITS; round++) {
			const before = snapshot;
			snapshot = join(folder, `snapshot-${round}.sqlite`);
			copyFileSync(before, snapshot);
			const sql = edit(snapshot);
			const [over, whole] = [join(folder, `over-${round}`), join(folder, `whole-${round}`)];
			const updated = update(snapshot, before, over, current);
			const full = buildAll(snapshot, whole, current);
			current = currentIn(over, updated);
			expect(contentsOf(current), sql).toEqual(contentsOf(currentIn(whole, full)));
			expect({ ...updated.manifest.counts, ...updated.records }, sql).toEqual({
				...full.manifest.counts,
				...full.records,
			});
			expect(current.manifest.bodies.length).toBeLessThan(8);
		}
	});
});

test('Each kind of edit gives the same bodies as a full build', () => {
	const folder = temporaryFolder();
	const before = join(folder, 'before.sqlite');
	generateSnapshot(before, { programs: 30, reviews: 90, seed: 9 });
	const first = currentIn(join(folder, 'first'), buildAll(before, join(folder, 'first')));
	for (const [index, kind] of EDIT_KINDS.entries()) {
		const after = join(folder, `after-${index}.sqlite`);
		copyFileSync(before, after);
		const sql = editorOf(new Random(index, 'kind'), [kind])(after);
		const [over, whole] = [join(folder, `over-${index}`), join(folder, `whole-${index}`)];
		const updated = currentIn(over, update(after, before, over, first));
		expect(contentsOf(updated), sql).toEqual(contentsOf(currentIn(whole, buildAll(after, whole))));
	}
});

test('If only unpublished records differ, no pack is written', () => {
	const folder = temporaryFolder();
	const before = join(folder, 'before.sqlite');
	generateSnapshot(before, { programs: 10, reviews: 60, seed: 1 });
	const first = currentIn(join(folder, 'first'), buildAll(before, join(folder, 'first')));
	const after = join(folder, 'after.sqlite');
	copyFileSync(before, after);
	const db = new Database(after);
	db.exec("UPDATE reviews SET body = 'x' WHERE status <> 'published'");
	db.close();
	const { manifest, records } = update(after, before, join(folder, 'over'), first);
	expect(manifest).toEqual(first.manifest);
	expect(records).toEqual({ added: 0, changed: 0, removed: 0 });
});

test('The lists of all reviews and organizations have every published record, in order', () => {
	const folder = temporaryFolder();
	const snapshot = join(folder, 'snapshot.sqlite');
	generateSnapshot(snapshot, { programs: 40, reviews: 120, seed: 5 });
	const current = currentIn(join(folder, 'all'), buildAll(snapshot, join(folder, 'all')));
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
