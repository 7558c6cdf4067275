import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { affectedBodies } from '../../src/build/affected-bodies.ts';
import { buildProgramIndex, type IndexBefore } from '../../src/build/build-program-index.ts';
import { compareSnapshots } from '../../src/snapshot/compare.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { Random } from '../generate/random.ts';
import { generateSnapshot } from '../generate/snapshot.ts';
import { temporaryFolder } from '../snapshot/made.ts';
import { flipBitIn } from '../support/flip-bit.ts';
import { editorOf } from '../support/random-edits.ts';

const EDITS = 12;

/** The slugs of the programs that can differ. */
function affectedBetween(before: string, after: string): ReadonlySet<string> {
	return withSnapshot(before, (old) =>
		withSnapshot(after, (db) => affectedBodies(compareSnapshots(after, before)!, old, db).programs),
	);
}

const build = (snapshot: string, file: string, before?: IndexBefore) =>
	withSnapshot(snapshot, (db) => buildProgramIndex(db, file, before));

describe.each([1, 2])('After random edits with the seed %i', (seed) => {
	test('the updated index equals a new one, byte for byte', () => {
		const folder = temporaryFolder();
		let snapshot = join(folder, 'snapshot-0.sqlite');
		generateSnapshot(snapshot, { programs: 40, reviews: 120, seed });
		let index = join(folder, 'updated-0.index');
		let checksum = build(snapshot, index);
		const edit = editorOf(new Random(seed, 'index'));
		for (let round = 1; round <= EDITS; round++) {
			const before = snapshot;
			snapshot = join(folder, `snapshot-${round}.sqlite`);
			copyFileSync(before, snapshot);
			const sql = edit(snapshot);
			const [updated, whole] = [join(folder, `updated-${round}.index`), join(folder, `whole-${round}.index`)];
			const old = { file: index, checksum, affected: affectedBetween(before, snapshot) };
			checksum = build(snapshot, updated, old);
			expect(checksum, sql).toBe(build(snapshot, whole));
			expect(readFileSync(updated).equals(readFileSync(whole)), sql).toBe(true);
			index = updated;
		}
	});
});

test('The index is rebuilt if the previous one is damaged', () => {
	const folder = temporaryFolder();
	const [snapshot, index, next] = ['snapshot.sqlite', 'before.index', 'next.index'].map((name) => join(folder, name));
	generateSnapshot(snapshot!, { programs: 10, reviews: 10, seed: 1 });
	const checksum = build(snapshot!, index!);
	flipBitIn(index!, Buffer.from('"slug"'), 1);
	expect(build(snapshot!, next!, { file: index!, checksum, affected: new Set() })).toBe(checksum);
});
