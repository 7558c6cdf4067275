import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { buildIndex } from '../../../src/search/build-index.ts';
import { similarReader } from '../../../src/search/similar-index.ts';
import { compareSnapshots } from '../../../src/snapshot/compare.ts';
import { publishedPrograms } from '../../../src/snapshot/read.ts';
import { type Directory, readDirectory } from '../../../src/website/directory/directory.ts';
import { EVERYTHING, type PageScope } from '../../../src/website/directory/page-type.ts';
import { affectedScope } from '../../../src/website/rendering/affected.ts';
import { PAGE_TYPES } from '../../../src/website/rendering/page-types.ts';
import { nextPage } from '../../../src/website/ui/pagination.ts';
import { Random } from '../../generate/random.ts';
import { generateSnapshot } from '../../generate/snapshot.ts';
import { temporaryFolder } from '../../snapshot/made.ts';
import { editorOf } from '../../support/random-edits.ts';
import { randomRuns } from '../../support/random-runs.ts';

const EDITS = randomRuns(5);
const SEED = Number(process.env.SEED ?? Date.now());

/** The views of the pages in scope, by address. */
function viewsOf(directory: Directory, scope?: PageScope): ReadonlyMap<string, string> {
	const pages = PAGE_TYPES.flatMap((type) => [...type.pages(directory, scope)]);
	return new Map(pages.map(({ address, view }) => [address, JSON.stringify(view())]));
}

/** The views of all pages of a snapshot. */
function viewsIn(snapshot: string): ReadonlyMap<string, string> {
	const db = new Database(snapshot);
	const views = viewsOf(readDirectory(db, () => false));
	db.close();
	return views;
}

test(`After random edits (seed ${SEED}), every page that differs is in scope, and every removed page is found`, () => {
	const folder = temporaryFolder();
	const [before, after] = [join(folder, 'before.sqlite'), join(folder, 'after.sqlite')];
	generateSnapshot(after, { programs: 150, reviews: 500, seed: 1 });
	const edit = editorOf(new Random(SEED, 'edits'));
	let viewsBefore = viewsIn(after);
	let limited = 0;
	for (let count = 0; count < EDITS; count++) {
		copyFileSync(after, before);
		const edits = edit(after);
		const [old, db] = [new Database(before), new Database(after)];
		const programs = [...publishedPrograms(old)];
		const similarTo = similarReader(
			programs.map(({ slug }) => slug),
			buildIndex(programs),
		);
		const directory = readDirectory(db, () => false);
		const views = viewsOf(directory);
		const scope = affectedScope(compareSnapshots(after, before)!, { db, directory }, { db: old, similarTo });
		if (scope !== EVERYTHING) {
			limited++;
			const listed = viewsOf(directory, scope);
			for (const [address, view] of views) {
				if (viewsBefore.get(address) !== view) expect(listed.get(address), `${address} after ${edits}`).toBe(view);
			}
			const first = (address: string) => address.replace(/page\/\d+\/$/, '');
			const found = new Set([...listed.keys(), ...scope.earlier]);
			for (const address of viewsBefore.keys()) {
				if (!views.has(address)) expect(found, edits).toContain(first(address));
			}
		}
		for (const open of [old, db]) open.close();
		viewsBefore = views;
	}
	expect(limited).toBeGreaterThan(0);
});

test('The address of the next page has the next page number', () => {
	expect(nextPage('/programs/acme/')).toBe('/programs/acme/page/2/');
	expect(nextPage('/programs/page/9/')).toBe('/programs/page/10/');
});
